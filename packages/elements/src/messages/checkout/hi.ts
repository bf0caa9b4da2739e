import type { CheckoutMessages } from './checkout-messages.ts';

/** Hindi. */
const messages: CheckoutMessages = {
  options: 'कितना योगदान',
  projects: 'परियोजना',
  soldOut: 'बिक चुका है',
  purchaseFuel: '{mass} CO₂e के विमान ईंधन प्रमाणपत्र ख़रीदे जाते हैं',
  pay: 'भुगतान पर जाएँ',
  payPrice: '{price} का भुगतान करें',
  added: '{price} की राशि आपकी बुकिंग में जुड़ेगी।',
  redirecting: 'भुगतान पृष्ठ खुल रहा है…',
  redirectFailed: 'भुगतान पृष्ठ नहीं खुल सका। कोई राशि नहीं ली गई।',
  offerChanged: 'यह प्रस्ताव बदल गया है: पहले {before}, अब {after}। स्वीकार करने के लिए बॉक्स पर फिर से निशान लगाएँ।',
  alreadyPaid: 'इस योगदान का भुगतान हो चुका है।',
};

export default messages;
