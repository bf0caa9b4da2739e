/**
 * Types with the same cabin but another engine or wing. Timetables file both under the older code often enough, so a
 * caller's code fixes the fuel, but the seats may be those of the sibling.
 */

const SIBLINGS =
  'A319 A19N;A320 A20N;A321 A21N;B737 B37M;B738 B38M;B739 B39M;A332 A338;A333 A339;B772 B77L;E190 E290;E195 E295;' +
  'E75S E75L;AT72 AT73 AT75 AT76;AT43 AT45 AT46;CRJ1 CRJ2;DH8A DH8B';

let groups: ReadonlyMap<string, readonly string[]> | undefined;

/** Returns the ICAO designators with the cabin of `icao`, itself excluded; empty if there are none. */
export function cabinSiblings(icao: string): readonly string[] {
  groups ??= new Map(
    SIBLINGS.split(';').flatMap((group) => {
      const members = group.split(' ');
      return members.map((member) => [member, members.filter((other) => other !== member)] as const);
    }),
  );
  return groups.get(icao) ?? [];
}
