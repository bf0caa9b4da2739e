// The address only says which order to ask about; the backend says what became of it.
const orderId = new URLSearchParams(location.search).get('order_id');
document.querySelector('offset-status').setAttribute('order-id', orderId ?? '');
