import type { Forgotten } from '../core/personal-data.ts'
import type { Tx } from '../store/store.ts'

/** What was learned from them. */
export async function forgetLearned(_tx: Tx, _forgotten: Forgotten): Promise<void> {}
