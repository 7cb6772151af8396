/** A command refused a sample. The message is written for the operator. */
export class SampleRefused extends Error {}
