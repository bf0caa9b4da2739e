/** Flags for a browser that renders pages of this machine only, quietly, also as root. */
export declare const CHROMIUM_ARGS: string[];
/** A Chromium to run: `$CHROME_PATH`, else an installed one, else the one that npm brought. */
export declare function chromiumPath(): Promise<string>;
/** Options for `chromium.launch` of playwright-core. */
export declare function launchOptions(): Promise<{
    executablePath: string;
    args: string[];
}>;
//# sourceMappingURL=chromium.d.ts.map