import type { Stage } from '../support/stages/stage.ts'

/**
 * The next reply in a direct chat arrives, and the platform's answer to that is lost. Where replies are streamed by calls of their own,
 * `meets` says whether that is lost or the message that is sent because streaming was refused.
 */
export function loseNextReply(stage: Stage, meets: 'stream' | 'message' = 'message'): void {
  if (stage.failNextShow && meets === 'stream') stage.failNextShow('lost')
  else {
    stage.failNextShow?.('busy')
    stage.failNextSend('lost')
  }
}
