import type { Forgotten } from '../core/personal-data.ts'
import type { Tx } from '../store/store.ts'

/** Turns and deliveries. */
export async function forgetAnswered(_tx: Tx, _forgotten: Forgotten): Promise<void> {}
