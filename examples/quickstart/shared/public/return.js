// The URL only names the order. <offset-status> requests its status from the backend.
const orderId = new URLSearchParams(location.search).get('order_id');
document.querySelector('offset-status').setAttribute('order-id', orderId ?? '');
