/** The claims of one process keep what the port promises. */
import { ProcessReunionClaims } from '#adapters/system/process-reunion-claims';
import { describeReunionClaims } from '../../support/reunion-claims-suite.ts';

describeReunionClaims('process', (clock, claimTtlMs) => new ProcessReunionClaims({ clock, claimTtlMs }));
