import type { StatusMessages } from './status-messages.ts';

/** Hindi. */
const messages: StatusMessages = {
  pending: 'आपके भुगतान की पुष्टि की प्रतीक्षा है…',
  completed: 'आपके योगदान का भुगतान हो गया।',
  allocated: '{mass} के कार्बन क्रेडिट आपको आवंटित हैं',
  retired: '{mass} के कार्बन क्रेडिट आपके लिए निरस्त किए गए',
  allocatedFuel: '{mass} CO₂e के विमान ईंधन प्रमाणपत्र आपको आवंटित हैं',
  retiredFuel: '{mass} CO₂e के विमान ईंधन प्रमाणपत्र आपके लिए निरस्त किए गए',
  amount: 'राशि: {price}',
  refunded: 'आपका योगदान लौटा दिया गया है।',
  partRefunded: 'इसका एक हिस्सा लौटा दिया गया है।',
  reference: 'संदर्भ: {id}',
  receipt: 'रसीद',
  failed: 'भुगतान पूरा नहीं हुआ। कोई योगदान नहीं हुआ।',
  waiting: 'आपके भुगतान की अभी पुष्टि नहीं हुई। इसमें कुछ मिनट लग सकते हैं।',
  unknown: 'आपके योगदान की स्थिति की जाँच नहीं हो सकी।',
  unaffected: 'आपकी बुकिंग पर कोई असर नहीं पड़ता।',
  checkAgain: 'फिर से जाँचें',
  tonnes: '{n} टन',
  disclaimer: 'आपका योगदान कहीं और की परियोजना को धन देता है। इससे आपकी उड़ान का उत्सर्जन न घटता है, न समाप्त होता है।',
};

export default messages;
