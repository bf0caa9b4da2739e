import { fromMinorUnits, toMinorUnits } from '@flight-offset/core';
import type { Catalogue } from './projects/catalogue.ts';
import type { NewPortfolio } from './projects/manage-portfolios.ts';

/** 8 000 million tonnes per project: more than any test buys. */
const PLENTY = 8e15;

/** Value of one unit of each further currency in rupees, fixed for the sandbox. */
const INR_PER_UNIT: Readonly<Record<string, number>> = {
  CHF: 103.5,
  EUR: 96.2,
  GBP: 112.4,
  JPY: 0.58,
  KWD: 289,
  USD: 88.6,
};

type Entry = Catalogue['projects'][number];

/** Returns a price list in every further currency: the rupee price converted, to the minor unit. */
function pricesOf(rupees: number): Entry['prices'] {
  return Object.entries(INR_PER_UNIT).map(([currency, inr_per_unit]) => {
    const minor = toMinorUnits(rupees / inr_per_unit, currency);
    return { currency, inr_per_unit, price_per_tonne: fromMinorUnits(minor, currency) };
  });
}

/** Fields that are the same in every project of the sandbox. */
function sandboxProject(
  id: string,
  number: string,
  rupees: number,
  vintage: number,
): Omit<Entry, 'name' | 'category' | 'type'> {
  return {
    id,
    product: 'carbon_credits',
    active: true,
    registry: 'Sandbox Registry',
    project_id: number,
    public_url: `https://example.com/sandbox-projects/${number}`,
    price_per_tonne: rupees,
    prices: pricesOf(rupees),
    vintage_from: vintage,
    vintage_to: vintage,
    lots: [{ id: `${id}-${vintage}`, serial_prefix: `${number}-${vintage}`, grams: PLENTY }],
  };
}

/** Projects that the sandbox sells. Name and registry show that none of them is real. */
export const SANDBOX_CATALOGUE: Catalogue = {
  projects: [
    {
      ...sandboxProject('sandbox-wind', 'SBX-1851', 1199, 2024),
      name: 'Sandbox wind, Tamil Nadu',
      category: 'Renewable energy',
      type: 'Wind',
      country: 'IN',
      descriptions: {
        en: 'Wind turbines whose electricity replaces power from coal.',
        de: 'Windräder, deren Strom Kohlestrom ersetzt.',
        fr: 'Des éoliennes dont l’électricité remplace celle du charbon.',
        es: 'Aerogeneradores cuya electricidad sustituye a la del carbón.',
        hi: 'पवन टर्बाइन, जिनकी बिजली कोयले की बिजली की जगह लेती है।',
        ar: 'توربينات رياح تحلّ كهرباؤها محلّ كهرباء الفحم.',
        ja: '風力発電の電気が、石炭による電力に置き換わります。',
      },
    },
    {
      ...sandboxProject('sandbox-mangroves', 'SBX-2250', 2450, 2025),
      name: 'Sandbox mangroves, Sundarbans',
      category: 'Forestry and land use',
      type: 'Restoration',
      country: 'IN',
      descriptions: {
        en: 'Mangroves planted along the coast, which take up CO₂ as they grow.',
        de: 'Mangroven, die an der Küste gepflanzt werden und beim Wachsen CO₂ aufnehmen.',
        fr: 'Des mangroves plantées sur la côte, qui absorbent du CO₂ en poussant.',
        es: 'Manglares plantados en la costa, que absorben CO₂ al crecer.',
        hi: 'तट पर लगाए गए मैंग्रोव, जो बढ़ते हुए CO₂ सोखते हैं।',
        ar: 'أشجار مانغروف تُزرع على الساحل وتمتصّ ثاني أكسيد الكربون أثناء نموّها.',
        ja: '沿岸に植えたマングローブが、育ちながら CO₂ を吸収します。',
      },
    },
    {
      ...sandboxProject('sandbox-fuel', 'SBX-7001', 42_000, 2026),
      name: 'Sandbox aviation fuel from used cooking oil',
      category: 'Aviation fuel',
      type: 'HEFA from used cooking oil',
      product: 'aviation_fuel',
      country: 'NL',
      descriptions: {
        en: 'Aviation fuel made from used cooking oil, delivered to an airport in place of fuel from petroleum.',
        de: 'Flugkraftstoff aus gebrauchtem Speiseöl, der an einem Flughafen Kraftstoff aus Erdöl ersetzt.',
        fr: 'Du carburant d’aviation issu d’huile de cuisson usagée, livré à un aéroport à la place de carburant pétrolier.',
        es: 'Combustible de aviación hecho de aceite de cocina usado, entregado en un aeropuerto en lugar del derivado del petróleo.',
        hi: 'इस्तेमाल हो चुके खाना पकाने के तेल से बना विमान ईंधन, जो हवाई अड्डे पर पेट्रोलियम ईंधन की जगह दिया जाता है।',
        ar: 'وقود طيران من زيت طهي مستعمل يُسلَّم إلى مطار بدلًا من الوقود البترولي.',
        ja: '使用済み食用油から作られた航空燃料が、石油由来の燃料の代わりに空港へ届けられます。',
      },
    },
  ],
};

/** Portfolios that payers can choose in the sandbox, in this order. */
export const SANDBOX_PORTFOLIOS: readonly NewPortfolio[] = [
  { id: 'wind', name: 'Sandbox wind', parts: [{ project: 'sandbox-wind', share: 1 }] },
  { id: 'mangroves', name: 'Sandbox mangroves', parts: [{ project: 'sandbox-mangroves', share: 1 }] },
  {
    id: 'wind-and-mangroves',
    name: 'Sandbox wind and mangroves',
    parts: [
      { project: 'sandbox-wind', share: 70 },
      { project: 'sandbox-mangroves', share: 30 },
    ],
  },
  { id: 'aviation-fuel', name: 'Sandbox aviation fuel', parts: [{ project: 'sandbox-fuel', share: 1 }] },
];

/** Identifiers of the sandbox's projects, whose credits are worth nothing. */
export const SANDBOX_PROJECTS: readonly string[] = SANDBOX_CATALOGUE.projects.map(({ id }) => id);
