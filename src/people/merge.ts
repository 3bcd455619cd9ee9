import type { Merge } from '../core/personal-data.ts'
import type { Tx } from '../store/store.ts'

/** Accounts, settings and sessions. */
export async function mergeUsers(_tx: Tx, _merge: Merge): Promise<void> {}
