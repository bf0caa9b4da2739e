// The URL only names the order; the backend returns its status.
const orderId = new URLSearchParams(location.search).get('order_id');
document.querySelector('offset-status').setAttribute('order-id', orderId ?? '');
