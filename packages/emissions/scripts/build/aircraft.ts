/** Packs aircraft: types with their fuel by stage length, and the IATA codes that name them. */
import { readTypes } from './aircraft-types.ts';
import { numberOf, type Row, textOf } from './csv.ts';
import { moduleText } from './pack.ts';
import { ownTable, sourceTable } from './sources.ts';
import { typicalLayouts } from './typical-layouts.ts';

const ALL_STAGES = [
  125, 200, 250, 500, 750, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500, 5000, 5500, 6000, 6500, 7000, 7500,
  8000, 8500, 9000,
];

/**
 * Packs the fuel of a row of the EEA table, hundredths of a kilogram: LTO, then climb-cruise-descent by stage length.
 */
function fuelOf(row: Row): string {
  const values = [numberOf(row, 'lto_fuel_kg')];
  let gap = false;
  for (const stage of ALL_STAGES) {
    const text = textOf(row, `ccd_${stage}nm`);
    if (text === '') gap = true;
    else if (gap) throw new Error(`${row.icao}: a stage length is missing in the middle`);
    else values.push(Number(text));
  }
  return values.map((kg) => Math.round(kg * 100)).join(' ');
}

/** Builds the module of aircraft types, their codes and their fuel. */
export function aircraftModule(): string {
  const fuel = new Map(sourceTable('aircraft_fuel.csv').map((row) => [textOf(row, 'icao'), row]));
  const types = readTypes();
  const fuelRows = [...new Set(types.map((row) => textOf(row, 'fuel_row')))].sort();
  const layouts = typicalLayouts(types, fuel);
  return moduleText(
    'Types (designator|name|body|fuel row|usual seats), IATA codes, fuel in hundredths of a kg.',
    {
      TYPES: types
        .map((row) => {
          const seats = layouts.get(textOf(row, 'icao'))!.join(' ');
          return `${row.icao}|${row.name}|${row.body === 'wide' ? 'w' : 'n'}|${row.fuel_row}|${seats}`;
        })
        .join(';'),
      CODES: ownTable('aircraft-codes.csv')
        .map((row) => {
          for (const icao of [textOf(row, 'appendix_a'), ...textOf(row, 'members').split(' ')]) {
            if (!layouts.has(icao)) throw new Error(`code ${row.iata} names an unknown type ${icao}`);
          }
          // Values that a code shares with its type are left out.
          const appendixA = row.appendix_a === row.members ? '' : row.appendix_a;
          return `${row.iata}|${appendixA}|${row.factor === '1' ? '' : row.factor}|${row.members}`;
        })
        .join(';'),
      STAGES_NM: ALL_STAGES.join(' '),
      FUEL_ROWS: fuelRows.length,
      FUEL: fuelRows
        .map((icao) => {
          const row = fuel.get(icao);
          if (!row) throw new Error(`no fuel for ${icao}`);
          return `${icao} ${fuelOf(row)}`;
        })
        .join(';'),
    },
  );
}
