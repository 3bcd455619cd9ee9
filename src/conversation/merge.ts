import type { Merge } from '../core/personal-data.ts'
import type { Tx } from '../store/store.ts'

/** Turns. */
export async function mergeTurns(_tx: Tx, _merge: Merge): Promise<void> {}
