/** A value of the gateway's own, such as its signing keys. */
export interface SettingTable {
  name: string;
  value: string;
}

/** Values of the gateway's own. */
export interface SettingTables {
  settings: SettingTable;
}
