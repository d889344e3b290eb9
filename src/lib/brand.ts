/** Nominal types over primitives, so that a persona's id cannot be passed where a server's is meant. */

declare const brand: unique symbol;

/** `T` marked with a name that only exists for the type checker. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
