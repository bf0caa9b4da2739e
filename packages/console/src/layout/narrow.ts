/**
 * Condition of the layout for narrow windows. Paddings do not shrink with small letters, so a window fits no more
 * columns of small letters than of usual ones.
 */
export const NARROW = '(max-width: 47.5em), (max-width: 760px)';
