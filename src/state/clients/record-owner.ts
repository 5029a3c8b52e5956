// Who requested a job or an export.

export interface RecordOwner {
  readonly tenant: string;
  readonly clientId: string;
  readonly principalId: string;
}
