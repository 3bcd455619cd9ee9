import type { CallTokenDeps } from './tokens.ts'

/** How users can call. */
export interface VoiceSettings extends Pick<CallTokenDeps, 'tokenKey'> {
  /** The name of the platform of calls. */
  readonly platform: string
  /** The number to call, in E.164, if there is one. */
  readonly phoneNumber?: string
  /** The public address of the voice server, if calls can be made in a browser. */
  readonly publicUrl?: URL
}
