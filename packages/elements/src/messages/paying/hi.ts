import type { PayingMessages } from './paying-messages.ts';

/** Hindi. */
const messages: PayingMessages = {
  options: 'कितना योगदान',
  pay: 'भुगतान पर जाएँ',
  opening: 'भुगतान पृष्ठ खुल रहा है…',
  notOpened: 'भुगतान पृष्ठ नहीं खुला। कुछ नहीं लिया गया।',
  changed: 'यह प्रस्ताव बदल गया है: पहले {before}, अब {after}। स्वीकार करने के लिए बॉक्स पर फिर से निशान लगाएँ।',
  used: 'भुगतान हो चुका है।',
  contrails: {
    low: 'कॉन्ट्रेल का कम जोखिम, इसमें शामिल नहीं',
    medium: 'कॉन्ट्रेल का मध्यम जोखिम, इसमें शामिल नहीं',
    high: 'कॉन्ट्रेल का अधिक जोखिम, इसमें शामिल नहीं',
  },
};

export default messages;
