import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Returned } from './returned.tsx';
import { Review } from './review.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id root');
const orderId = new URLSearchParams(location.search).get('order_id');
createRoot(root).render(<StrictMode>{orderId ? <Returned orderId={orderId} /> : <Review />}</StrictMode>);
