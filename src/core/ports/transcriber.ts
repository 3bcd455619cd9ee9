/** Recorded speech, as it came. */
export interface VoiceRecording {
  readonly content: Uint8Array
  /** Such as audio/ogg. */
  readonly mediaType: string
  /** As its platform names the file. */
  readonly name: string
}

/** Turns speech into text. */
export interface Transcriber {
  readonly name: string
  /** What is said; empty where nothing is. Throws ModelError; an aborted `signal` throws ModelError('cancelled'). */
  transcribe(recording: VoiceRecording, signal: AbortSignal): Promise<string>
}
