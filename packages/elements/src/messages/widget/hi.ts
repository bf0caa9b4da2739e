import type { WidgetMessages } from './widget-messages.ts';

/** Hindi. */
const messages: WidgetMessages = {
  loading: 'उत्सर्जन का अनुमान लगाया जा रहा है…',
  label: 'अनुमानित उत्सर्जन, {cabin} क्लास',
  cabins: { economy: 'इकॉनमी', premiumEconomy: 'प्रीमियम इकॉनमी', business: 'बिज़नेस', first: 'फ़र्स्ट' },
  tonnes: '{n} टन',
  perPassenger: 'CO₂e प्रति यात्री',
  total: 'कुल CO₂e',
  range: 'संभवतः {low} से {high} प्रति यात्री',
  details: 'विवरण',
  optIn: 'जलवायु परियोजना में योगदान दें',
  purchase: '{mass} के कार्बन क्रेडिट ख़रीदकर निरस्त किए जाते हैं',
  disclaimer: 'आपका योगदान कहीं और की परियोजना को धन देता है। इससे इस उड़ान का उत्सर्जन न घटता है, न समाप्त होता है।',
  optOut: 'आप इसे छोड़ सकते हैं।',
  unaffected: 'आपकी बुकिंग पर कोई असर नहीं पड़ता।',
  unavailable: 'इस यात्रा के लिए अनुमान उपलब्ध नहीं है।',
  failed: 'अनुमान लोड नहीं हो सका।',
  retry: 'फिर से कोशिश करें',
};

export default messages;
