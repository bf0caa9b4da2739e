import type { MethodMessages } from './method-messages.ts';

/** Hindi. */
const messages: MethodMessages = {
  route: '{from} से {to}',
  scope: 'ईंधन उत्पादन से उड़ान तक',
  lower_route: 'इस मार्ग पर सामान्य से {percent} कम',
  lower_length: 'इतनी लंबी उड़ानों में सामान्य से {percent} कम',
  typical_route: 'इस मार्ग पर सामान्य',
  typical_length: 'इतनी लंबी उड़ानों के लिए सामान्य',
  higher_route: 'इस मार्ग पर सामान्य से {percent} अधिक',
  higher_length: 'इतनी लंबी उड़ानों में सामान्य से {percent} अधिक',
  typicalMass: 'सामान्य {mass}',
  band: '{low} से {high}: दस में से आठ अनुमान',
  probably: 'संभवतः {aircraft} ({percent})',
  travel_impact_model: 'Travel Impact Model 3.0 पद्धति, खुला डेटा',
  service_estimate: 'उत्सर्जन सेवा का अनुमान',
  carriers_on_route: 'सामान्य: इस मार्ग की एयरलाइनों का माध्यक',
  carriers_at_home: 'सामान्य: दोनों देशों की एयरलाइनों का माध्यक',
  world_mix: 'सामान्य: इतनी दूरी की उड़ानों में दुनिया भर में प्रयुक्त विमान',
  average_of_cabins: 'सभी केबिनों का औसत',
  ground_handling: 'ग्राउंड हैंडलिंग सहित: प्रति यात्री {mass}',
  other_methods: 'कुछ उड़ानें: {names}',
  contrails_low: 'कॉन्ट्रेल का कम जोखिम, इसमें शामिल नहीं',
  contrails_medium: 'कॉन्ट्रेल का मध्यम जोखिम, इसमें शामिल नहीं',
  contrails_high: 'कॉन्ट्रेल का अधिक जोखिम, इसमें शामिल नहीं',
};

export default messages;
