/** Every word of the payment page and the receipt. `{name}` marks what is filled in. */
export interface Messages {
  readonly title: string;
  readonly orderFor: string;
  readonly order: string;
  readonly creditsToBuy: string;
  readonly creditsRetired: string;
  readonly creditsNote: string;
  readonly project: string;
  readonly registry: string;
  readonly pricePerTonne: string;
  readonly toPay: string;
  readonly paid: string;
  readonly payButton: string;
  readonly cancel: string;
  readonly cancelAndReturn: string;
  readonly returnTo: string;
  readonly notACancellation: string;
  readonly sandboxNote: string;
  readonly card: string;
  readonly cardAccepted: string;
  readonly cardRefused: string;
  readonly cardProblem: string;
  readonly providerProblem: string;
  readonly payAt: string;
  readonly completed: string;
  readonly completedNote: string;
  readonly failed: string;
  readonly failedNote: string;
  readonly waiting: string;
  readonly waitingNote: string;
  readonly receipt: string;
  readonly receiptPdf: string;
  readonly receiptSigned: string;
  readonly receiptCheck: string;
  readonly paidOn: string;
  readonly transaction: string;
  readonly serials: string;
  readonly emissionsModel: string;
  readonly emissionsModelNote: string;
  readonly receiptQr: string;
  readonly notFound: string;
  readonly notFoundNote: string;
  readonly otherLanguage: string;
}

const en: Messages = {
  title: 'Your contribution',
  orderFor: 'Order {order} for {name}',
  order: 'Order {order}',
  creditsToBuy: 'Carbon credits to buy and retire',
  creditsRetired: 'Carbon credits retired',
  creditsNote: 'One credit stands for one tonne of CO2e. Retired credits cannot be sold again.',
  project: 'Project',
  registry: 'Registry',
  pricePerTonne: 'Price per tonne',
  toPay: 'To pay',
  paid: 'Paid',
  payButton: 'Pay {amount}',
  cancel: 'Cancel',
  cancelAndReturn: 'Cancel and return to {merchant}',
  returnTo: 'Return to {merchant}',
  notACancellation:
    'Your contribution funds a project elsewhere. It does not reduce or cancel the emissions of your flight.',
  sandboxNote: 'This is a sandbox: no real money moves and no real credits are retired.',
  card: 'Test card',
  cardAccepted: '4242 4242 4242 4242, is accepted',
  cardRefused: '4000 0000 0000 0002, is refused',
  cardProblem: 'Choose one of the two test cards.',
  providerProblem: 'The payment could not be started. Nothing was charged; please try again.',
  payAt: 'You pay on the page of {provider}.',
  completed: 'Thank you, your payment has arrived',
  completedNote: 'The credits below were retired on {date}.',
  failed: 'This payment did not go through',
  failedNote: 'Nothing was charged, and no credits were bought. Your booking is not affected.',
  waiting: 'Your payment is being confirmed',
  waitingNote: 'This page looks again by itself every few seconds. You may close it: nothing is lost.',
  receipt: 'Receipt',
  receiptPdf: 'Receipt as PDF',
  receiptSigned: 'Signed receipt',
  receiptCheck: 'Anyone can check this receipt with the keys at {address}.',
  paidOn: 'Paid on',
  transaction: 'Transaction',
  serials: 'Serial numbers',
  emissionsModel: 'Emissions model of this service',
  emissionsModelNote: 'Travel Impact Model method on open data, version {version}',
  receiptQr: 'The code holds the signed receipt; it names no person.',
  notFound: 'There is nothing to pay here',
  notFoundNote: 'Check that the address is complete, or start again from the page you came from.',
  otherLanguage: 'हिन्दी',
};

const hi: Messages = {
  title: 'आपका योगदान',
  orderFor: '{name} के लिए ऑर्डर {order}',
  order: 'ऑर्डर {order}',
  creditsToBuy: 'खरीदे और रिटायर किए जाने वाले कार्बन क्रेडिट',
  creditsRetired: 'रिटायर किए गए कार्बन क्रेडिट',
  creditsNote: 'एक क्रेडिट एक टन CO2e के बराबर है। रिटायर किए गए क्रेडिट दोबारा नहीं बेचे जा सकते।',
  project: 'परियोजना',
  registry: 'रजिस्ट्री',
  pricePerTonne: 'प्रति टन मूल्य',
  toPay: 'देय राशि',
  paid: 'भुगतान की गई राशि',
  payButton: '{amount} का भुगतान करें',
  cancel: 'रद्द करें',
  cancelAndReturn: 'रद्द करें और {merchant} पर लौटें',
  returnTo: '{merchant} पर लौटें',
  notACancellation:
    'आपका योगदान किसी अन्य स्थान की एक परियोजना को धन देता है। यह आपकी उड़ान के उत्सर्जन को कम या समाप्त नहीं करता।',
  sandboxNote: 'यह एक सैंडबॉक्स है: असली पैसे का लेन-देन नहीं होता और असली क्रेडिट रिटायर नहीं होते।',
  card: 'परीक्षण कार्ड',
  cardAccepted: '4242 4242 4242 4242, स्वीकार होता है',
  cardRefused: '4000 0000 0000 0002, अस्वीकार होता है',
  cardProblem: 'दो परीक्षण कार्डों में से एक चुनें।',
  providerProblem: 'भुगतान शुरू नहीं हो सका। कोई राशि नहीं ली गई; कृपया फिर प्रयास करें।',
  payAt: 'भुगतान {provider} के पृष्ठ पर होगा।',
  completed: 'धन्यवाद, आपका भुगतान मिल गया है',
  completedNote: 'नीचे दिए गए क्रेडिट {date} को रिटायर किए गए।',
  failed: 'यह भुगतान पूरा नहीं हुआ',
  failedNote: 'कोई राशि नहीं ली गई और कोई क्रेडिट नहीं खरीदा गया। आपकी बुकिंग पर कोई असर नहीं पड़ता।',
  waiting: 'आपके भुगतान की पुष्टि हो रही है',
  waitingNote: 'यह पृष्ठ कुछ सेकंड में स्वयं फिर जाँच करता है। आप इसे बंद कर सकते हैं: कुछ नहीं खोएगा।',
  receipt: 'रसीद',
  receiptPdf: 'रसीद PDF में',
  receiptSigned: 'हस्ताक्षरित रसीद',
  receiptCheck: 'कोई भी इस रसीद की जाँच {address} पर दी गई कुंजियों से कर सकता है।',
  paidOn: 'भुगतान की तारीख',
  transaction: 'लेन-देन',
  serials: 'क्रम संख्याएँ',
  emissionsModel: 'इस सेवा का उत्सर्जन मॉडल',
  emissionsModelNote: 'खुले आँकड़ों पर Travel Impact Model विधि, संस्करण {version}',
  receiptQr: 'इस कोड में हस्ताक्षरित रसीद है; इसमें किसी व्यक्ति का नाम नहीं है।',
  notFound: 'यहाँ भुगतान के लिए कुछ नहीं है',
  notFoundNote: 'जाँचें कि पता पूरा है, या उस पृष्ठ से फिर शुरू करें जहाँ से आप आए थे।',
  otherLanguage: 'English',
};

/** Languages of the payment page. */
export const LANGUAGES = { en, hi } as const;

/** A language of the payment page. */
export type Language = keyof typeof LANGUAGES;

/** The language to answer in: the one asked for, else the browser's first that we have, else English. */
export function chooseLanguage(asked: string | null, acceptLanguage: string | null): Language {
  const wanted = [
    asked ?? '',
    ...(acceptLanguage ?? '').split(',').map((one) => one.split(';')[0]?.trim() ?? ''),
  ];
  for (const tag of wanted) {
    const [base = ''] = tag.toLowerCase().split('-');
    if (Object.hasOwn(LANGUAGES, base)) return base as Language;
  }
  return 'en';
}

/** A message with its places filled in. */
export function fill(message: string, values: Readonly<Record<string, string>>): string {
  return message.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}
