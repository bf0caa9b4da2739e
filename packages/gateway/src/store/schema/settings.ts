/** A value of the gateway, such as its signing keys. */
export interface SettingTable {
  name: string;
  value: string;
}

/** Values of the gateway. */
export interface SettingTables {
  settings: SettingTable;
}
