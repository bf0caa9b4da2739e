import type { PayingMessages } from './paying-messages.ts';

/** Hindi. */
const messages: PayingMessages = {
  shares: 'कितना योगदान',
  pay: 'भुगतान पर जाएँ',
  opening: 'भुगतान पृष्ठ खुल रहा है…',
  notOpened: 'भुगतान पृष्ठ नहीं खुला। कुछ नहीं लिया गया: फिर से कोशिश करें।',
  changed: 'मूल्य बदल गया है। देख लें।',
  used: 'भुगतान हो चुका है।',
};

export default messages;
