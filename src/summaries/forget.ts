import type { Forgotten } from '../core/personal-data.ts'
import type { Tx } from '../store/store.ts'

/** Summaries of their days. */
export async function forgetSummarized(_tx: Tx, _forgotten: Forgotten): Promise<void> {}
