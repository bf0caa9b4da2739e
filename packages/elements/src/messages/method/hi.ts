import type { MethodMessages } from './method-messages.ts';

/** Hindi. */
const messages: MethodMessages = {
  travel_impact_model: 'Travel Impact Model 3.0 पद्धति, खुला डेटा',
  service_estimate: 'उत्सर्जन सेवा का अनुमान',
  carriers_on_route: 'सामान्य: इस मार्ग की एयरलाइनों का माध्यक',
  carriers_at_home: 'सामान्य: दोनों देशों की एयरलाइनों का माध्यक',
  world_mix: 'सामान्य: इस दूरी पर दुनिया भर में उड़ने वाले विमान',
  average_of_cabins: 'सभी केबिनों का औसत',
  ground_handling: 'ग्राउंड हैंडलिंग सहित: प्रति यात्री {mass}',
  other_methods: 'कुछ उड़ानें: {names}',
  contrails_low: 'कॉन्ट्रेल का कम जोखिम, इसमें शामिल नहीं',
  contrails_medium: 'कॉन्ट्रेल का मध्यम जोखिम, इसमें शामिल नहीं',
  contrails_high: 'कॉन्ट्रेल का अधिक जोखिम, इसमें शामिल नहीं',
};

export default messages;
