/** Codes of equipment and carriers for segments on the ground. */

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

/** Returns the equipment of a surface segment, such as `a train`; undefined for anything else. */
export function surfaceEquipment(code: string): string | undefined {
  return Object.hasOwn(EQUIPMENT, code) ? EQUIPMENT[code] : undefined;
}

/** Returns the name of a carrier that runs on rails; undefined for anything else. */
export function surfaceCarrier(code: string): string | undefined {
  return Object.hasOwn(CARRIERS, code) ? CARRIERS[code] : undefined;
}
