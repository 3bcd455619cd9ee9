/** An event as its platform documents it, with all the fields of its kind. */
export interface SampleEvent {
  /** Unique among the samples of its platform. */
  readonly name: string
  readonly payload: unknown
}
