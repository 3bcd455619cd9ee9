/** Recorded speech as received. */
export interface VoiceRecording {
  readonly content: Uint8Array
  /** Such as audio/ogg. */
  readonly mediaType: string
  /** The platform's name of the file. */
  readonly name: string
}

/** Transcribes speech. */
export interface Transcriber {
  readonly name: string
  /** Returns the words, empty if there are none. Throws ModelError; an aborted `signal` throws ModelError('cancelled'). */
  transcribe(recording: VoiceRecording, signal: AbortSignal): Promise<string>
}
