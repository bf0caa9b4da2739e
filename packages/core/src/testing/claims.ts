import type { Language } from '../units/locale.ts';

/** Claims that no text for travellers may make, by language. See the decision "Honest words". */
export const CLAIMS: Readonly<Record<Language, RegExp>> = {
  en: /neutral|net.?zero|offset|compensat|cancel out|reduce your|climate.positive|\bgreen|\beco\b|eco-|sustainab|responsib|guilt|footprint|carbon.free/i,
  de: /neutral|netto.?null|kompens|ausgleich|wettmach|klimapositiv|grün|\böko|umweltfreundlich|nachhaltig|verantwort|schuld|fußabdruck|co.?frei/i,
  fr: /neutr|zéro.net|compens|positif|\bvert|\béco|écolo|durable|responsab|culpab|empreinte|décarbon/i,
  es: /neutr|cero.neto|compens|positivo|verde|\beco|ecol|sostenib|sustentab|responsab|culpa|huella/i,
  hi: /तटस्थ|शून्य|नेट.?ज़ीरो|भरपाई|क्षतिपूर्ति|प्रतिपूर्ति|हरित|इको|टिकाऊ|सतत|ज़िम्मेदार|जिम्मेदार|अपराधबोध|पदचिह्न|ऑफ़?सेट|न्यूट्रल/,
  ar: /محايد|حياد|صفر|تعويض|تعوّض|يعوّض|أخضر|خضراء|صديق|بيئي|مستدام|استدامة|مسؤول|ذنب|بصمة/,
  ja: /中立|ニュートラル|ネットゼロ|実質ゼロ|相殺|オフセット|グリーン|エコ(?!ノミー)|サステナ|持続可能|責任|罪悪|フットプリント|環境に優しい/,
};

/**
 * Words for reducing or cancelling emissions, by language. The mandatory sentence beside an offer denies exactly these;
 * no other sentence may use them about emissions.
 */
export const DENIED: Readonly<Record<Language, RegExp>> = {
  en: /reduc|cancel|avoid|remov|undo/i,
  de: /reduzi|verringer|senk|vermeid|hebt .* auf|aufheb|ungeschehen/i,
  fr: /rédui|annul|évit|effac/i,
  es: /reduc|anul|evit|elimin/i,
  hi: /घट|समाप्त|मिट/,
  ar: /خفّض|تلغي|يلغي|تقليل|إزالة/,
  ja: /減ら|打ち消|削減|なくす/,
};
