/** Which codes of equipment and carriers mean that a segment does not fly. */

/** IATA equipment codes of surface segments. */
const EQUIPMENT: Readonly<Record<string, string>> = {
  TRN: 'a train',
  TGV: 'a train',
  THS: 'a train',
  ICE: 'a train',
  TSL: 'a train',
  BUS: 'a bus',
  LMO: 'a limousine',
  LCH: 'a boat',
  HOV: 'a hovercraft',
  RFS: 'a lorry',
};

/** Carrier codes of railways and rail sellers. */
const CARRIERS: Readonly<Record<string, string>> = {
  '2C': 'SNCF',
  '2V': 'Amtrak',
  '9B': 'AccesRail',
  '9F': 'Eurostar',
};

/** What the equipment is when it does not fly, such as `a train`; undefined for anything else. */
export function surfaceEquipment(code: string): string | undefined {
  return Object.hasOwn(EQUIPMENT, code) ? EQUIPMENT[code] : undefined;
}

/** Name of a carrier that runs on rails; undefined for anything else. */
export function surfaceCarrier(code: string): string | undefined {
  return Object.hasOwn(CARRIERS, code) ? CARRIERS[code] : undefined;
}
