/**
 * `MAJOR.MINOR.PATCH.DATE`: major and minor version are those of the Travel Impact Model that this engine follows, the
 * patch counts changes of this engine, and the date is that of its data.
 */
export const MODEL_VERSION = '3.0.6.20261128';
