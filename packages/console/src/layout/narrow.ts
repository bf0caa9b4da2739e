/**
 * Condition of the layout for narrow windows. Paddings do not shrink with small letters: these get no more columns in a window
 * than letters of the usual size.
 */
export const NARROW = '(max-width: 47.5em), (max-width: 760px)';
