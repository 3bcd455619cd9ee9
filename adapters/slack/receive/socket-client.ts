import { SocketModeClient } from '@slack/socket-mode'
import { z } from 'zod'
import type { Log } from '../../../src/core/ports/log.ts'
import { describeShape } from '../../kit/describe-shape.ts'
import { parseJson } from '../../kit/parse-json.ts'
import { silentLogger, toClientOptions } from '../client.ts'
import { getPayloadName } from '../payloads.ts'

export interface SlackSocketClientOptions {
  readonly appToken: string
  readonly apiUrl: string
  readonly log: Log
}

/** Creates a client for one connection. It does not reconnect. */
export const createSocketClient = (options: SlackSocketClientOptions): SocketModeClient => new TolerantClient(options)

/**
 * A client that skips frames that it cannot read. Nothing handles the promise of the original, so a frame without an event, which Slack
 * sends when it rate-limits an app, would terminate the process. https://docs.slack.dev/reference/events/app_rate_limited
 */
class TolerantClient extends SocketModeClient {
  readonly #log: Log

  constructor({ appToken, apiUrl, log }: SlackSocketClientOptions) {
    super({ appToken, logger: silentLogger, autoReconnectEnabled: false, clientOptions: toClientOptions(apiUrl) })
    this.#log = log
  }

  protected override async onWebSocketMessage(data: string | ArrayBuffer, isBinary: boolean): Promise<void> {
    try {
      await super.onWebSocketMessage(data, isBinary)
    } catch {
      // The error is not logged: a JSON syntax error quotes the text, which may be a user's.
      const frame = typeof data === 'string' ? parseJson(data) : undefined
      this.#log.warn({ frame: getPayloadName(frame), shape: describeShape(frame) }, 'A Slack frame could not be read; skipped it')
      this.#acknowledge(frame)
    }
  }

  /** Acknowledges a frame, because Slack would send it again. */
  #acknowledge(frame: unknown): void {
    const envelope = z.object({ envelope_id: z.string() }).safeParse(frame).data
    // If the connection is lost, Slack sends the frame again.
    if (envelope) this.websocket?.send(JSON.stringify({ envelope_id: envelope.envelope_id }), () => undefined)
  }
}
