import type { LoopId } from '../../../src/core/domain/ids.ts'
import type { MessageKey } from '../../../src/core/messages/messages.ts'
import { maxLoopChars } from '../../../src/loops/open-loop.ts'
import { useLanguage } from './language.tsx'

/** Why a form could not be carried out. */
export interface LoopProblem {
  /** Absent if it is the form that adds a loop. */
  readonly id?: LoopId
  readonly field: 'text' | 'when'
  /** What the user typed. */
  readonly typed: string
  readonly message: Extract<MessageKey, 'page.loops.no-text' | 'page.loops.too-long' | 'loops.whenUnclear' | 'loops.sameText'>
}

/** Says beside a field what is wrong with it. */
export function FieldProblem({ id, problem }: { readonly id: string; readonly problem: LoopProblem }) {
  const { translate } = useLanguage()
  return (
    <p class="problem" id={id} role="alert">
      {translate(problem.message, { most: maxLoopChars })}
    </p>
  )
}
