/** A voice recording as received. */
export interface VoiceRecording {
  readonly content: Uint8Array
  /** For example audio/ogg. */
  readonly mediaType: string
  /** The platform's name for the file. */
  readonly name: string
}

/** Transcribes speech. */
export interface Transcriber {
  readonly name: string
  /**
   * Returns the transcript, which is empty if there are no words. Throws ModelError. If `signal` is aborted, throws
   * ModelError('cancelled').
   */
  transcribe(recording: VoiceRecording, signal: AbortSignal): Promise<string>
}
