// Generated from the interface of the service by `npm run docs`. Do not edit.

export interface paths {
  '/v1/accounts': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List accounts. All accounts of every type. Ordered by application instance, and by global id within it. While pages are fetched, the list stays as it was at the first page. A list with `filter`, `sort` or `fields` is looked up when it is requested, and says in `totalCount` how many objects it has, like every list with `skip`. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Objects to pass over, counted from where the page would begin without it. With it, even when it is 0, the answer says in `totalCount` how many objects the list has */
          skip?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** Up to 5 fields, separated by commas; `-` before a field sorts it descending. Absent values come last. Objects that are equal in them follow by global id */
          sort?: string;
          /** The only fields that the items show, separated by commas. Not for lists whose items are texts */
          fields?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['AccountList'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/facets': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Count the values of fields of accounts. For each field the most frequent values, the most frequent first, among the accounts that the filters select. A value that is counted can be passed to the filter `eq`. */
    get: {
      parameters: {
        query?: {
          /** A field whose values are counted. For up to 20 fields, the parameter is repeated */
          field?: string[];
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** How many values of each field the answer holds at most */
          limit?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['FacetList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one account. A user, machine or token account in an application, identity provider, MFA provider or directory. */
    get: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path: {
          /** Global id of the account */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['Account'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/non-human-identities': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List machine identities. Service principals, machine accounts and tokens. Those that can impersonate the most accounts come first. Filter and order are fixed. Ordered by the number of accounts that can be impersonated, largest first, then by global id. While pages are fetched, the list stays as it was at the first page. A list with `filter`, `sort` or `fields` is looked up when it is requested, and says in `totalCount` how many objects it has, like every list with `skip`. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Objects to pass over, counted from where the page would begin without it. With it, even when it is 0, the answer says in `totalCount` how many objects the list has */
          skip?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** Up to 5 fields, separated by commas; `-` before a field sorts it descending. Absent values come last. Objects that are equal in them follow by global id */
          sort?: string;
          /** The only fields that the items show, separated by commas. Not for lists whose items are texts */
          fields?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['AccountList'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/non-human-identities/facets': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Count the values of fields of machine identities. For each field the most frequent values, the most frequent first, among the machine identities that the filters select. A value that is counted can be passed to the filter `eq`. */
    get: {
      parameters: {
        query?: {
          /** A field whose values are counted. For up to 20 fields, the parameter is repeated */
          field?: string[];
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** How many values of each field the answer holds at most */
          limit?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['FacetList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/non-human-identities/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one of the machine identities. A user, machine or token account in an application, identity provider, MFA provider or directory. */
    get: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path: {
          /** Global id of the account */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['Account'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/roles': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List roles. All roles. Ordered by application instance, and by global id within it. While pages are fetched, the list stays as it was at the first page. A list with `filter`, `sort` or `fields` is looked up when it is requested, and says in `totalCount` how many objects it has, like every list with `skip`. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Objects to pass over, counted from where the page would begin without it. With it, even when it is 0, the answer says in `totalCount` how many objects the list has */
          skip?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** Up to 5 fields, separated by commas; `-` before a field sorts it descending. Absent values come last. Objects that are equal in them follow by global id */
          sort?: string;
          /** The only fields that the items show, separated by commas. Not for lists whose items are texts */
          fields?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['RoleList'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/roles/facets': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Count the values of fields of roles. For each field the most frequent values, the most frequent first, among the roles that the filters select. A value that is counted can be passed to the filter `eq`. */
    get: {
      parameters: {
        query?: {
          /** A field whose values are counted. For up to 20 fields, the parameter is repeated */
          field?: string[];
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** How many values of each field the answer holds at most */
          limit?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['FacetList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/roles/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one role. A role of an application. Custom roles are made by sufficiently privileged users, Standard roles are defined by the application itself, and Modeled roles stand for access that the application does not hold as real schema objects, such as per-repository access levels. */
    get: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path: {
          /** Global id of the role */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['Role'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/user-groups': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List user groups. All user groups. Ordered by application instance, and by global id within it. While pages are fetched, the list stays as it was at the first page. A list with `filter`, `sort` or `fields` is looked up when it is requested, and says in `totalCount` how many objects it has, like every list with `skip`. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Objects to pass over, counted from where the page would begin without it. With it, even when it is 0, the answer says in `totalCount` how many objects the list has */
          skip?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** Up to 5 fields, separated by commas; `-` before a field sorts it descending. Absent values come last. Objects that are equal in them follow by global id */
          sort?: string;
          /** The only fields that the items show, separated by commas. Not for lists whose items are texts */
          fields?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['UserGroupList'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    /** Create a user group */
    post: {
      parameters: {
        query?: {
          /** `true`: change nothing, and answer with a preview: what the source shows now, and what would be changed */
          dryRun?: boolean;
          /** Only propose the change, and say why. The job then waits until a person approves it who is signed in with a browser; the client that proposes it can never approve it. It becomes the `purpose` of the job */
          proposal?: string;
        };
        header?: {
          /** One key per request. Repeated with the same key within 24 hours, the request changes nothing again and returns the job of the first one */
          'Idempotency-Key'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        'application/json': components['schemas']['UserGroupCreation'];
      } };
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ChangePreview'];
          };
        };
        202: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['JobAccepted'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        413: components['responses']['Error413'];
        415: components['responses']['Error415'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/user-groups/facets': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Count the values of fields of user groups. For each field the most frequent values, the most frequent first, among the user groups that the filters select. A value that is counted can be passed to the filter `eq`. */
    get: {
      parameters: {
        query?: {
          /** A field whose values are counted. For up to 20 fields, the parameter is repeated */
          field?: string[];
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** How many values of each field the answer holds at most */
          limit?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['FacetList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/user-groups/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one user group. A group of accounts, groups or roles through which access is given or mail is distributed. */
    get: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path: {
          /** Global id of the user group */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['UserGroup'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/assigned-applications': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List assigned applications. All applications that identity providers assign. Ordered by application instance, and by global id within it. While pages are fetched, the list stays as it was at the first page. A list with `filter`, `sort` or `fields` is looked up when it is requested, and says in `totalCount` how many objects it has, like every list with `skip`. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Objects to pass over, counted from where the page would begin without it. With it, even when it is 0, the answer says in `totalCount` how many objects the list has */
          skip?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** Up to 5 fields, separated by commas; `-` before a field sorts it descending. Absent values come last. Objects that are equal in them follow by global id */
          sort?: string;
          /** The only fields that the items show, separated by commas. Not for lists whose items are texts */
          fields?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['AssignedApplicationList'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/assigned-applications/facets': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Count the values of fields of assigned applications. For each field the most frequent values, the most frequent first, among the assigned applications that the filters select. A value that is counted can be passed to the filter `eq`. */
    get: {
      parameters: {
        query?: {
          /** A field whose values are counted. For up to 20 fields, the parameter is repeated */
          field?: string[];
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** How many values of each field the answer holds at most */
          limit?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['FacetList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/assigned-applications/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one assigned application. An application as an identity provider knows it: something that accounts are assigned to and sign in to. */
    get: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path: {
          /** Global id of the assigned application */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['AssignedApplication'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/integrated-applications': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List integrated applications. All deployments of applications that connectors read. Ordered by application instance, and by global id within it. While pages are fetched, the list stays as it was at the first page. A list with `filter`, `sort` or `fields` is looked up when it is requested, and says in `totalCount` how many objects it has, like every list with `skip`. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Objects to pass over, counted from where the page would begin without it. With it, even when it is 0, the answer says in `totalCount` how many objects the list has */
          skip?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** Up to 5 fields, separated by commas; `-` before a field sorts it descending. Absent values come last. Objects that are equal in them follow by global id */
          sort?: string;
          /** The only fields that the items show, separated by commas. Not for lists whose items are texts */
          fields?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IntegratedApplicationList'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/integrated-applications/facets': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Count the values of fields of integrated applications. For each field the most frequent values, the most frequent first, among the integrated applications that the filters select. A value that is counted can be passed to the filter `eq`. */
    get: {
      parameters: {
        query?: {
          /** A field whose values are counted. For up to 20 fields, the parameter is repeated */
          field?: string[];
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** How many values of each field the answer holds at most */
          limit?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['FacetList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/integrated-applications/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one integrated application. A deployment of an application whose own accounts and access are read by a connector. */
    get: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path: {
          /** Global id of the integrated application */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IntegratedApplication'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/authenticators': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List authenticators. All authentication mechanisms that identity providers have configured. Ordered by application instance, and by global id within it. While pages are fetched, the list stays as it was at the first page. A list with `filter`, `sort` or `fields` is looked up when it is requested, and says in `totalCount` how many objects it has, like every list with `skip`. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Objects to pass over, counted from where the page would begin without it. With it, even when it is 0, the answer says in `totalCount` how many objects the list has */
          skip?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** Up to 5 fields, separated by commas; `-` before a field sorts it descending. Absent values come last. Objects that are equal in them follow by global id */
          sort?: string;
          /** The only fields that the items show, separated by commas. Not for lists whose items are texts */
          fields?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['AuthenticatorList'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/authenticators/facets': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Count the values of fields of authenticators. For each field the most frequent values, the most frequent first, among the authenticators that the filters select. A value that is counted can be passed to the filter `eq`. */
    get: {
      parameters: {
        query?: {
          /** A field whose values are counted. For up to 20 fields, the parameter is repeated */
          field?: string[];
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** How many values of each field the answer holds at most */
          limit?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['FacetList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/authenticators/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one authenticator. An authentication mechanism that an identity provider has configured for assignment, enrollment and login. */
    get: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path: {
          /** Global id of the authenticator */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['Authenticator'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/authenticator-enrollments': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List authenticator enrollments. All enrollments of authentication methods. Ordered by application instance, and by global id within it. While pages are fetched, the list stays as it was at the first page. A list with `filter`, `sort` or `fields` is looked up when it is requested, and says in `totalCount` how many objects it has, like every list with `skip`. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Objects to pass over, counted from where the page would begin without it. With it, even when it is 0, the answer says in `totalCount` how many objects the list has */
          skip?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** Up to 5 fields, separated by commas; `-` before a field sorts it descending. Absent values come last. Objects that are equal in them follow by global id */
          sort?: string;
          /** The only fields that the items show, separated by commas. Not for lists whose items are texts */
          fields?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['AuthenticatorEnrollmentList'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/authenticator-enrollments/facets': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Count the values of fields of authenticator enrollments. For each field the most frequent values, the most frequent first, among the authenticator enrollments that the filters select. A value that is counted can be passed to the filter `eq`. */
    get: {
      parameters: {
        query?: {
          /** A field whose values are counted. For up to 20 fields, the parameter is repeated */
          field?: string[];
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** How many values of each field the answer holds at most */
          limit?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['FacetList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/authenticator-enrollments/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one authenticator enrollment. An account’s enrollment of an authentication method, such as a registered phone or security key. */
    get: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path: {
          /** Global id of the authenticator enrollment */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['AuthenticatorEnrollment'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/entity-assigned-access-to-object': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List access assignments. All grants of access, from entity to object. Ordered by application instance, and by global id within it. While pages are fetched, the list stays as it was at the first page. A list with `filter`, `sort` or `fields` is looked up when it is requested, and says in `totalCount` how many objects it has, like every list with `skip`. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Objects to pass over, counted from where the page would begin without it. With it, even when it is 0, the answer says in `totalCount` how many objects the list has */
          skip?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** Up to 5 fields, separated by commas; `-` before a field sorts it descending. Absent values come last. Objects that are equal in them follow by global id */
          sort?: string;
          /** The only fields that the items show, separated by commas. Not for lists whose items are texts */
          fields?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['EntityAssignedAccessToObjectList'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/entity-assigned-access-to-object/facets': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Count the values of fields of access assignments. For each field the most frequent values, the most frequent first, among the access assignments that the filters select. A value that is counted can be passed to the filter `eq`. */
    get: {
      parameters: {
        query?: {
          /** A field whose values are counted. For up to 20 fields, the parameter is repeated */
          field?: string[];
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** How many values of each field the answer holds at most */
          limit?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['FacetList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/entity-assigned-access-to-object/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one access assignment. Links an account, role or user group to what it is granted access to: an assigned application, a deployment of an application, a resource class or a resource instance. */
    get: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path: {
          /** Global id of the access assignment */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['EntityAssignedAccessToObject'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/entity-managed-via-object': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List memberships. All memberships and other ways in which one entity is managed through another. Ordered by application instance, and by global id within it. While pages are fetched, the list stays as it was at the first page. A list with `filter`, `sort` or `fields` is looked up when it is requested, and says in `totalCount` how many objects it has, like every list with `skip`. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Objects to pass over, counted from where the page would begin without it. With it, even when it is 0, the answer says in `totalCount` how many objects the list has */
          skip?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** Up to 5 fields, separated by commas; `-` before a field sorts it descending. Absent values come last. Objects that are equal in them follow by global id */
          sort?: string;
          /** The only fields that the items show, separated by commas. Not for lists whose items are texts */
          fields?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['EntityManagedViaObjectList'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/entity-managed-via-object/facets': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Count the values of fields of memberships. For each field the most frequent values, the most frequent first, among the memberships that the filters select. A value that is counted can be passed to the filter `eq`. */
    get: {
      parameters: {
        query?: {
          /** A field whose values are counted. For up to 20 fields, the parameter is repeated */
          field?: string[];
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** How many values of each field the answer holds at most */
          limit?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['FacetList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/entity-managed-via-object/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one membership. Links an entity to the object that it is managed through, such as an account to the user group or role that it is a member of. */
    get: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path: {
          /** Global id of the membership */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['EntityManagedViaObject'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/resource-classes': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List resource classes. All kinds of resources. Ordered by application instance, and by global id within it. While pages are fetched, the list stays as it was at the first page. A list with `filter`, `sort` or `fields` is looked up when it is requested, and says in `totalCount` how many objects it has, like every list with `skip`. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Objects to pass over, counted from where the page would begin without it. With it, even when it is 0, the answer says in `totalCount` how many objects the list has */
          skip?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** Up to 5 fields, separated by commas; `-` before a field sorts it descending. Absent values come last. Objects that are equal in them follow by global id */
          sort?: string;
          /** The only fields that the items show, separated by commas. Not for lists whose items are texts */
          fields?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ResourceClassList'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/resource-classes/facets': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Count the values of fields of resource classes. For each field the most frequent values, the most frequent first, among the resource classes that the filters select. A value that is counted can be passed to the filter `eq`. */
    get: {
      parameters: {
        query?: {
          /** A field whose values are counted. For up to 20 fields, the parameter is repeated */
          field?: string[];
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** How many values of each field the answer holds at most */
          limit?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['FacetList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/resource-classes/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one resource class. A kind of resource that an application holds, such as repositories or folders. */
    get: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path: {
          /** Global id of the resource class */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ResourceClass'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/resource-instances': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List resource instances. All resources. Ordered by application instance, and by global id within it. While pages are fetched, the list stays as it was at the first page. A list with `filter`, `sort` or `fields` is looked up when it is requested, and says in `totalCount` how many objects it has, like every list with `skip`. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Objects to pass over, counted from where the page would begin without it. With it, even when it is 0, the answer says in `totalCount` how many objects the list has */
          skip?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** Up to 5 fields, separated by commas; `-` before a field sorts it descending. Absent values come last. Objects that are equal in them follow by global id */
          sort?: string;
          /** The only fields that the items show, separated by commas. Not for lists whose items are texts */
          fields?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ResourceInstanceList'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/resource-instances/facets': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Count the values of fields of resource instances. For each field the most frequent values, the most frequent first, among the resource instances that the filters select. A value that is counted can be passed to the filter `eq`. */
    get: {
      parameters: {
        query?: {
          /** A field whose values are counted. For up to 20 fields, the parameter is repeated */
          field?: string[];
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** How many values of each field the answer holds at most */
          limit?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['FacetList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/resource-instances/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one resource instance. A single resource that an application holds, such as one repository or one folder. */
    get: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path: {
          /** Global id of the resource instance */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ResourceInstance'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/resource-instance-contains-resource-instance': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List resource hierarchy edges. All edges of the resource hierarchy, from parent to child. Ordered by application instance, and by global id within it. While pages are fetched, the list stays as it was at the first page. A list with `filter`, `sort` or `fields` is looked up when it is requested, and says in `totalCount` how many objects it has, like every list with `skip`. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Objects to pass over, counted from where the page would begin without it. With it, even when it is 0, the answer says in `totalCount` how many objects the list has */
          skip?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** Up to 5 fields, separated by commas; `-` before a field sorts it descending. Absent values come last. Objects that are equal in them follow by global id */
          sort?: string;
          /** The only fields that the items show, separated by commas. Not for lists whose items are texts */
          fields?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ResourceInstanceContainsResourceInstanceList'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/resource-instance-contains-resource-instance/facets': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Count the values of fields of resource hierarchy edges. For each field the most frequent values, the most frequent first, among the resource hierarchy edges that the filters select. A value that is counted can be passed to the filter `eq`. */
    get: {
      parameters: {
        query?: {
          /** A field whose values are counted. For up to 20 fields, the parameter is repeated */
          field?: string[];
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** How many values of each field the answer holds at most */
          limit?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['FacetList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/resource-instance-contains-resource-instance/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one resource hierarchy edge. A resource instance contains another one. */
    get: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path: {
          /** Global id of the resource hierarchy edge */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ResourceInstanceContainsResourceInstance'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/departments': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List departments. All departments. Ordered by application instance, and by global id within it. While pages are fetched, the list stays as it was at the first page. A list with `filter`, `sort` or `fields` is looked up when it is requested, and says in `totalCount` how many objects it has, like every list with `skip`. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Objects to pass over, counted from where the page would begin without it. With it, even when it is 0, the answer says in `totalCount` how many objects the list has */
          skip?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** Up to 5 fields, separated by commas; `-` before a field sorts it descending. Absent values come last. Objects that are equal in them follow by global id */
          sort?: string;
          /** The only fields that the items show, separated by commas. Not for lists whose items are texts */
          fields?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['DepartmentList'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/departments/facets': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Count the values of fields of departments. For each field the most frequent values, the most frequent first, among the departments that the filters select. A value that is counted can be passed to the filter `eq`. */
    get: {
      parameters: {
        query?: {
          /** A field whose values are counted. For up to 20 fields, the parameter is repeated */
          field?: string[];
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** How many values of each field the answer holds at most */
          limit?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['FacetList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/departments/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one department. A department of the organisation. */
    get: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path: {
          /** Global id of the department */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['Department'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/department-contains-department': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List department hierarchy edges. All edges of the department hierarchy, from parent to child. Ordered by application instance, and by global id within it. While pages are fetched, the list stays as it was at the first page. A list with `filter`, `sort` or `fields` is looked up when it is requested, and says in `totalCount` how many objects it has, like every list with `skip`. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Objects to pass over, counted from where the page would begin without it. With it, even when it is 0, the answer says in `totalCount` how many objects the list has */
          skip?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** Up to 5 fields, separated by commas; `-` before a field sorts it descending. Absent values come last. Objects that are equal in them follow by global id */
          sort?: string;
          /** The only fields that the items show, separated by commas. Not for lists whose items are texts */
          fields?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['DepartmentContainsDepartmentList'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/department-contains-department/facets': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Count the values of fields of department hierarchy edges. For each field the most frequent values, the most frequent first, among the department hierarchy edges that the filters select. A value that is counted can be passed to the filter `eq`. */
    get: {
      parameters: {
        query?: {
          /** A field whose values are counted. For up to 20 fields, the parameter is repeated */
          field?: string[];
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** How many values of each field the answer holds at most */
          limit?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['FacetList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/department-contains-department/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one department hierarchy edge. A department contains another one in the business hierarchy. */
    get: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path: {
          /** Global id of the department hierarchy edge */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['DepartmentContainsDepartment'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/object-directories': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List object directories. All containers of identity objects. Ordered by application instance, and by global id within it. While pages are fetched, the list stays as it was at the first page. A list with `filter`, `sort` or `fields` is looked up when it is requested, and says in `totalCount` how many objects it has, like every list with `skip`. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Objects to pass over, counted from where the page would begin without it. With it, even when it is 0, the answer says in `totalCount` how many objects the list has */
          skip?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** Up to 5 fields, separated by commas; `-` before a field sorts it descending. Absent values come last. Objects that are equal in them follow by global id */
          sort?: string;
          /** The only fields that the items show, separated by commas. Not for lists whose items are texts */
          fields?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ObjectDirectoryList'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/object-directories/facets': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Count the values of fields of object directories. For each field the most frequent values, the most frequent first, among the object directories that the filters select. A value that is counted can be passed to the filter `eq`. */
    get: {
      parameters: {
        query?: {
          /** A field whose values are counted. For up to 20 fields, the parameter is repeated */
          field?: string[];
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** How many values of each field the answer holds at most */
          limit?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['FacetList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/object-directories/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one object directory. A container that holds accounts, roles, groups or applications, such as a domain, an organizational unit or a project. */
    get: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path: {
          /** Global id of the object directory */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ObjectDirectory'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/directory-providers': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List directory providers. All directories that accounts are synced with. Ordered by application instance, and by global id within it. While pages are fetched, the list stays as it was at the first page. A list with `filter`, `sort` or `fields` is looked up when it is requested, and says in `totalCount` how many objects it has, like every list with `skip`. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Objects to pass over, counted from where the page would begin without it. With it, even when it is 0, the answer says in `totalCount` how many objects the list has */
          skip?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** Up to 5 fields, separated by commas; `-` before a field sorts it descending. Absent values come last. Objects that are equal in them follow by global id */
          sort?: string;
          /** The only fields that the items show, separated by commas. Not for lists whose items are texts */
          fields?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['DirectoryProviderList'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/directory-providers/facets': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Count the values of fields of directory providers. For each field the most frequent values, the most frequent first, among the directory providers that the filters select. A value that is counted can be passed to the filter `eq`. */
    get: {
      parameters: {
        query?: {
          /** A field whose values are counted. For up to 20 fields, the parameter is repeated */
          field?: string[];
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** How many values of each field the answer holds at most */
          limit?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['FacetList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/directory-providers/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one directory provider. A directory that defines how accounts are synced from it, such as an Active Directory forest. */
    get: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path: {
          /** Global id of the directory provider */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['DirectoryProvider'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/permission-sets': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List permission sets. All permission sets. Ordered by application instance, and by global id within it. While pages are fetched, the list stays as it was at the first page. A list with `filter`, `sort` or `fields` is looked up when it is requested, and says in `totalCount` how many objects it has, like every list with `skip`. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Objects to pass over, counted from where the page would begin without it. With it, even when it is 0, the answer says in `totalCount` how many objects the list has */
          skip?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** Up to 5 fields, separated by commas; `-` before a field sorts it descending. Absent values come last. Objects that are equal in them follow by global id */
          sort?: string;
          /** The only fields that the items show, separated by commas. Not for lists whose items are texts */
          fields?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['PermissionSetList'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/permission-sets/facets': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Count the values of fields of permission sets. For each field the most frequent values, the most frequent first, among the permission sets that the filters select. A value that is counted can be passed to the filter `eq`. */
    get: {
      parameters: {
        query?: {
          /** A field whose values are counted. For up to 20 fields, the parameter is repeated */
          field?: string[];
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** How many values of each field the answer holds at most */
          limit?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['FacetList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/permission-sets/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one permission set. A named bundle of permissions that an application gives as a whole. */
    get: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path: {
          /** Global id of the permission set */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['PermissionSet'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/employees': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List employees. All employees of HR sources. Ordered by application instance, and by global id within it. While pages are fetched, the list stays as it was at the first page. A list with `filter`, `sort` or `fields` is looked up when it is requested, and says in `totalCount` how many objects it has, like every list with `skip`. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Objects to pass over, counted from where the page would begin without it. With it, even when it is 0, the answer says in `totalCount` how many objects the list has */
          skip?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** Up to 5 fields, separated by commas; `-` before a field sorts it descending. Absent values come last. Objects that are equal in them follow by global id */
          sort?: string;
          /** The only fields that the items show, separated by commas. Not for lists whose items are texts */
          fields?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['EmployeeList'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/employees/facets': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Count the values of fields of employees. For each field the most frequent values, the most frequent first, among the employees that the filters select. A value that is counted can be passed to the filter `eq`. */
    get: {
      parameters: {
        query?: {
          /** A field whose values are counted. For up to 20 fields, the parameter is repeated */
          field?: string[];
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** How many values of each field the answer holds at most */
          limit?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['FacetList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/employees/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one employee. Somebody who works for the organisation, as an HR system records it. */
    get: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path: {
          /** Global id of the employee */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['Employee'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/persons': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List persons. All persons. Ordered by application instance, and by global id within it. While pages are fetched, the list stays as it was at the first page. A list with `filter`, `sort` or `fields` is looked up when it is requested, and says in `totalCount` how many objects it has, like every list with `skip`. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Objects to pass over, counted from where the page would begin without it. With it, even when it is 0, the answer says in `totalCount` how many objects the list has */
          skip?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** Up to 5 fields, separated by commas; `-` before a field sorts it descending. Absent values come last. Objects that are equal in them follow by global id */
          sort?: string;
          /** The only fields that the items show, separated by commas. Not for lists whose items are texts */
          fields?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['PersonList'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/persons/facets': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Count the values of fields of persons. For each field the most frequent values, the most frequent first, among the persons that the filters select. A value that is counted can be passed to the filter `eq`. */
    get: {
      parameters: {
        query?: {
          /** A field whose values are counted. For up to 20 fields, the parameter is repeated */
          field?: string[];
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** How many values of each field the answer holds at most */
          limit?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['FacetList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/persons/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one person. The identity that owns accounts: enrichment joins the accounts and the HR record of one human being. */
    get: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path: {
          /** Global id of the person */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['Person'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/activities': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List activities. All activities, the newest first. Ordered by time, newest first. While pages are fetched, the list stays as it was at the first page. A list with `filter`, `sort` or `fields` is looked up when it is requested, and says in `totalCount` how many objects it has, like every list with `skip`. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Objects to pass over, counted from where the page would begin without it. With it, even when it is 0, the answer says in `totalCount` how many objects the list has */
          skip?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** Up to 5 fields, separated by commas; `-` before a field sorts it descending. Absent values come last. Objects that are equal in them follow by global id */
          sort?: string;
          /** The only fields that the items show, separated by commas. Not for lists whose items are texts */
          fields?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ActivityList'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/activities/facets': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Count the values of fields of activities. For each field the most frequent values, the most frequent first, among the activities that the filters select. A value that is counted can be passed to the filter `eq`. */
    get: {
      parameters: {
        query?: {
          /** A field whose values are counted. For up to 20 fields, the parameter is repeated */
          field?: string[];
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** How many values of each field the answer holds at most */
          limit?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['FacetList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/activities/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one activity. Something that an account did, as a source’s event log records it. */
    get: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path: {
          /** Global id of the activity */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['Activity'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/risk-definitions': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List risk definitions. All rules by which risks are found. Ordered by application instance, and by global id within it. While pages are fetched, the list stays as it was at the first page. A list with `filter`, `sort` or `fields` is looked up when it is requested, and says in `totalCount` how many objects it has, like every list with `skip`. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Objects to pass over, counted from where the page would begin without it. With it, even when it is 0, the answer says in `totalCount` how many objects the list has */
          skip?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** Up to 5 fields, separated by commas; `-` before a field sorts it descending. Absent values come last. Objects that are equal in them follow by global id */
          sort?: string;
          /** The only fields that the items show, separated by commas. Not for lists whose items are texts */
          fields?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['RiskDefinitionList'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/risk-definitions/facets': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Count the values of fields of risk definitions. For each field the most frequent values, the most frequent first, among the risk definitions that the filters select. A value that is counted can be passed to the filter `eq`. */
    get: {
      parameters: {
        query?: {
          /** A field whose values are counted. For up to 20 fields, the parameter is repeated */
          field?: string[];
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** How many values of each field the answer holds at most */
          limit?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['FacetList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/risk-definitions/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one risk definition. A rule that defines which state of identities or access is a risk. The service has its own rules; sources may add theirs. */
    get: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path: {
          /** Global id of the risk definition */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['RiskDefinition'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/risk-violations': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List risk violations. All violations, open ones and past ones. Ordered by application instance, and by global id within it. While pages are fetched, the list stays as it was at the first page. A list with `filter`, `sort` or `fields` is looked up when it is requested, and says in `totalCount` how many objects it has, like every list with `skip`. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Objects to pass over, counted from where the page would begin without it. With it, even when it is 0, the answer says in `totalCount` how many objects the list has */
          skip?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** Up to 5 fields, separated by commas; `-` before a field sorts it descending. Absent values come last. Objects that are equal in them follow by global id */
          sort?: string;
          /** The only fields that the items show, separated by commas. Not for lists whose items are texts */
          fields?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['RiskViolationList'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/risk-violations/facets': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Count the values of fields of risk violations. For each field the most frequent values, the most frequent first, among the risk violations that the filters select. A value that is counted can be passed to the filter `eq`. */
    get: {
      parameters: {
        query?: {
          /** A field whose values are counted. For up to 20 fields, the parameter is repeated */
          field?: string[];
          /** JSON: filters in the grammar of exports. All of them must hold. At most 12000 characters */
          filter?: string;
          /** How many values of each field the answer holds at most */
          limit?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['FacetList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/risk-violations/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one risk violation. An object that violates a risk definition. Found by the service, or reported by a source. */
    get: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
          /** Id of an action job: the answer comes once it shows what the job has changed, or is 409 `JOB_NOT_VISIBLE`. Only for the first page of a list */
          waitForJob?: string;
        };
        header?: {
          /** `wait=N` (RFC 7240): how many seconds `waitForJob` may take, at most 60; default 10 */
          Prefer?: string;
          /** Entity tags that the caller holds; when one of them is current, the response is 304 without a body */
          'If-None-Match'?: string;
        };
        path: {
          /** Global id of the risk violation */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['RiskViolation'];
          };
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{id}/disable': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Disable an account. Nobody can sign in with the account any more. */
    post: {
      parameters: {
        query?: {
          /** `true`: change nothing, and answer with a preview: what the source shows now, and what would be changed */
          dryRun?: boolean;
          /** Only propose the change, and say why. The job then waits until a person approves it who is signed in with a browser; the client that proposes it can never approve it. It becomes the `purpose` of the job */
          proposal?: string;
        };
        header?: {
          /** One key per request. Repeated with the same key within 24 hours, the request changes nothing again and returns the job of the first one */
          'Idempotency-Key'?: string;
        };
        path: {
          /** Global id of the account */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ChangePreview'];
          };
        };
        202: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['JobAccepted'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/disable': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Disable up to 1000 accounts in one job. Nobody can sign in with the account any more. */
    post: {
      parameters: {
        query?: {
          /** `true`: change nothing, and answer with a preview: what the source shows now, and what would be changed */
          dryRun?: boolean;
          /** Only propose the change, and say why. The job then waits until a person approves it who is signed in with a browser; the client that proposes it can never approve it. It becomes the `purpose` of the job */
          proposal?: string;
        };
        header?: {
          /** One key per request. Repeated with the same key within 24 hours, the request changes nothing again and returns the job of the first one */
          'Idempotency-Key'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        'application/json': components['schemas']['AccountSelection'];
      } };
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ChangePreview'];
          };
        };
        202: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['JobAccepted'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        413: components['responses']['Error413'];
        415: components['responses']['Error415'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{id}/enable': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Enable an account. The account can be used again, with the access that disabling took away. */
    post: {
      parameters: {
        query?: {
          /** `true`: change nothing, and answer with a preview: what the source shows now, and what would be changed */
          dryRun?: boolean;
          /** Only propose the change, and say why. The job then waits until a person approves it who is signed in with a browser; the client that proposes it can never approve it. It becomes the `purpose` of the job */
          proposal?: string;
        };
        header?: {
          /** One key per request. Repeated with the same key within 24 hours, the request changes nothing again and returns the job of the first one */
          'Idempotency-Key'?: string;
        };
        path: {
          /** Global id of the account */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ChangePreview'];
          };
        };
        202: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['JobAccepted'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/enable': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Enable up to 1000 accounts in one job. The account can be used again, with the access that disabling took away. */
    post: {
      parameters: {
        query?: {
          /** `true`: change nothing, and answer with a preview: what the source shows now, and what would be changed */
          dryRun?: boolean;
          /** Only propose the change, and say why. The job then waits until a person approves it who is signed in with a browser; the client that proposes it can never approve it. It becomes the `purpose` of the job */
          proposal?: string;
        };
        header?: {
          /** One key per request. Repeated with the same key within 24 hours, the request changes nothing again and returns the job of the first one */
          'Idempotency-Key'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        'application/json': components['schemas']['AccountSelection'];
      } };
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ChangePreview'];
          };
        };
        202: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['JobAccepted'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        413: components['responses']['Error413'];
        415: components['responses']['Error415'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{id}/activate': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Activate an account. The owner of the account can sign in. */
    post: {
      parameters: {
        query?: {
          /** `true`: change nothing, and answer with a preview: what the source shows now, and what would be changed */
          dryRun?: boolean;
          /** Only propose the change, and say why. The job then waits until a person approves it who is signed in with a browser; the client that proposes it can never approve it. It becomes the `purpose` of the job */
          proposal?: string;
        };
        header?: {
          /** One key per request. Repeated with the same key within 24 hours, the request changes nothing again and returns the job of the first one */
          'Idempotency-Key'?: string;
        };
        path: {
          /** Global id of the account */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ChangePreview'];
          };
        };
        202: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['JobAccepted'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/activate': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Activate up to 1000 accounts in one job. The owner of the account can sign in. */
    post: {
      parameters: {
        query?: {
          /** `true`: change nothing, and answer with a preview: what the source shows now, and what would be changed */
          dryRun?: boolean;
          /** Only propose the change, and say why. The job then waits until a person approves it who is signed in with a browser; the client that proposes it can never approve it. It becomes the `purpose` of the job */
          proposal?: string;
        };
        header?: {
          /** One key per request. Repeated with the same key within 24 hours, the request changes nothing again and returns the job of the first one */
          'Idempotency-Key'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        'application/json': components['schemas']['AccountSelection'];
      } };
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ChangePreview'];
          };
        };
        202: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['JobAccepted'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        413: components['responses']['Error413'];
        415: components['responses']['Error415'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/roles/{id}/assignees/{accountId}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    /** Give a role to an account. An account that is in it already is not an error. The account must be of the same application instance. */
    put: {
      parameters: {
        query?: {
          /** `true`: change nothing, and answer with a preview: what the source shows now, and what would be changed */
          dryRun?: boolean;
          /** Only propose the change, and say why. The job then waits until a person approves it who is signed in with a browser; the client that proposes it can never approve it. It becomes the `purpose` of the job */
          proposal?: string;
        };
        header?: {
          /** One key per request. Repeated with the same key within 24 hours, the request changes nothing again and returns the job of the first one */
          'Idempotency-Key'?: string;
        };
        path: {
          /** Global id of the role */
          id: string;
          /** Global id of the account */
          accountId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ChangePreview'];
          };
        };
        202: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['JobAccepted'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    post?: never;
    /** Take a role from an account. An account that is not in it is not an error. The account must be of the same application instance. */
    delete: {
      parameters: {
        query?: {
          /** `true`: change nothing, and answer with a preview: what the source shows now, and what would be changed */
          dryRun?: boolean;
          /** Only propose the change, and say why. The job then waits until a person approves it who is signed in with a browser; the client that proposes it can never approve it. It becomes the `purpose` of the job */
          proposal?: string;
        };
        header?: {
          /** One key per request. Repeated with the same key within 24 hours, the request changes nothing again and returns the job of the first one */
          'Idempotency-Key'?: string;
        };
        path: {
          /** Global id of the role */
          id: string;
          /** Global id of the account */
          accountId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ChangePreview'];
          };
        };
        202: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['JobAccepted'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/user-groups/{id}/members/{accountId}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    /** Put an account into a user group. An account that is in it already is not an error. The account must be of the same application instance. */
    put: {
      parameters: {
        query?: {
          /** `true`: change nothing, and answer with a preview: what the source shows now, and what would be changed */
          dryRun?: boolean;
          /** Only propose the change, and say why. The job then waits until a person approves it who is signed in with a browser; the client that proposes it can never approve it. It becomes the `purpose` of the job */
          proposal?: string;
        };
        header?: {
          /** One key per request. Repeated with the same key within 24 hours, the request changes nothing again and returns the job of the first one */
          'Idempotency-Key'?: string;
        };
        path: {
          /** Global id of the user group */
          id: string;
          /** Global id of the account */
          accountId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ChangePreview'];
          };
        };
        202: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['JobAccepted'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    post?: never;
    /** Take an account out of a user group. An account that is not in it is not an error. The account must be of the same application instance. */
    delete: {
      parameters: {
        query?: {
          /** `true`: change nothing, and answer with a preview: what the source shows now, and what would be changed */
          dryRun?: boolean;
          /** Only propose the change, and say why. The job then waits until a person approves it who is signed in with a browser; the client that proposes it can never approve it. It becomes the `purpose` of the job */
          proposal?: string;
        };
        header?: {
          /** One key per request. Repeated with the same key within 24 hours, the request changes nothing again and returns the job of the first one */
          'Idempotency-Key'?: string;
        };
        path: {
          /** Global id of the user group */
          id: string;
          /** Global id of the account */
          accountId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ChangePreview'];
          };
        };
        202: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['JobAccepted'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/roles/{id}/assignees/remove': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Take a role from up to 1000 accounts in one job. An account that is not in it is not an error. All accounts must be of the same application instance. */
    post: {
      parameters: {
        query?: {
          /** `true`: change nothing, and answer with a preview: what the source shows now, and what would be changed */
          dryRun?: boolean;
          /** Only propose the change, and say why. The job then waits until a person approves it who is signed in with a browser; the client that proposes it can never approve it. It becomes the `purpose` of the job */
          proposal?: string;
        };
        header?: {
          /** One key per request. Repeated with the same key within 24 hours, the request changes nothing again and returns the job of the first one */
          'Idempotency-Key'?: string;
        };
        path: {
          /** Global id of the role */
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        'application/json': components['schemas']['AccountSelection'];
      } };
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ChangePreview'];
          };
        };
        202: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['JobAccepted'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        413: components['responses']['Error413'];
        415: components['responses']['Error415'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/user-groups/{id}/members/remove': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Take up to 1000 accounts out of a user group in one job. An account that is not in it is not an error. All accounts must be of the same application instance. */
    post: {
      parameters: {
        query?: {
          /** `true`: change nothing, and answer with a preview: what the source shows now, and what would be changed */
          dryRun?: boolean;
          /** Only propose the change, and say why. The job then waits until a person approves it who is signed in with a browser; the client that proposes it can never approve it. It becomes the `purpose` of the job */
          proposal?: string;
        };
        header?: {
          /** One key per request. Repeated with the same key within 24 hours, the request changes nothing again and returns the job of the first one */
          'Idempotency-Key'?: string;
        };
        path: {
          /** Global id of the user group */
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        'application/json': components['schemas']['AccountSelection'];
      } };
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ChangePreview'];
          };
        };
        202: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['JobAccepted'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        413: components['responses']['Error413'];
        415: components['responses']['Error415'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/action-jobs': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List action jobs, newest first */
    get: {
      parameters: {
        query?: {
          /** Limits the list to jobs about one account, by its global id, and to what undid them */
          targetId?: string;
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ActionJobList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/action-jobs/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one action job. Poll until the status is terminal: every status but Queued and Running is. */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Id of the job, as the write that made it returned it */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ActionJob'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/action-jobs/{id}/targets': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the targets that an action job names. In the order of the request, from the moment when the job is accepted: for who has to approve it. Of an undo: those of the job that it undoes, as far as it undoes them. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
        };
        header?: never;
        path: {
          /** Id of the job, as the write that made it returned it */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ActionJobTargetList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/action-jobs/{id}/results': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the results of an action job. One result per target that the change touched. */
    get: {
      parameters: {
        query?: {
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
        };
        header?: never;
        path: {
          /** Id of the job, as the write that made it returned it */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ActionJobResultList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/action-jobs/{id}/changes': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List what an action job changed, before and after. One item per record that the job altered in a source. An undo brings each of them from `after` back to `before`, unless somebody else has changed it since. */
    get: {
      parameters: {
        query?: {
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
        };
        header?: never;
        path: {
          /** Id of the job, as the write that made it returned it */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ActionJobChangeList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/action-jobs/{id}/evidence': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get evidence of an action job for an auditor. What the job did to each target, who asked and approved, and the risks of the targets, as two files with digests. Names and risks are from the version in service. */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Id of the job, as the write that made it returned it */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ActionJobEvidence'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/action-jobs/{id}/cancel': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Cancel an action job. A running job finishes its current target first. */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** One key per request. Repeated with the same key within 24 hours, the request changes nothing again and returns the job of the first one */
          'Idempotency-Key'?: string;
        };
        path: {
          /** Id of the job, as the write that made it returned it */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        202: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['JobAccepted'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/action-jobs/{id}/stop': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Stop an action job. As cancelling, but the job ends by its results, `PartiallyCompleted` where it has changed something, so that this can be undone. */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** One key per request. Repeated with the same key within 24 hours, the request changes nothing again and returns the job of the first one */
          'Idempotency-Key'?: string;
        };
        path: {
          /** Id of the job, as the write that made it returned it */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        202: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['JobAccepted'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/action-jobs/{id}/revert': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Undo what an action job changed. The response names the job that undoes it. A target that somebody else has changed since is left as it is, and its result says what differs. A job that was undone in part can be undone again, for what is left. A body with `targets` undoes the change of these only. An undo of more targets than `changes.approval_above` waits for an approval, as a change does. */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** One key per request. Repeated with the same key within 24 hours, the request changes nothing again and returns the job of the first one */
          'Idempotency-Key'?: string;
        };
        path: {
          /** Id of the job, as the write that made it returned it */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: { content: {
        'application/json': components['schemas']['RevertSelection'];
      } };
      responses: {
        202: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['JobAccepted'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        413: components['responses']['Error413'];
        415: components['responses']['Error415'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/action-jobs/{id}/approve': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Approve an action job that waits for it. The client that submitted the job cannot approve it. A proposal (`approval.by` is `Person`) takes the session of a browser, and no token. The guards apply again: 409 `GUARD_REFUSED` when they forbid the job now. */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** One key per request. Repeated with the same key within 24 hours, the request changes nothing again and returns the job of the first one */
          'Idempotency-Key'?: string;
        };
        path: {
          /** Id of the job, as the write that made it returned it */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        202: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['JobAccepted'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/capabilities': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List what can be changed in each application instance, and why something cannot */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['CapabilityList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/reviewers': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Find out whom to ask about accounts. The owner of a machine account or token, otherwise the manager of the holder, otherwise the steward; nobody who has left. Nothing is changed and nobody is written to. */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        'application/json': components['schemas']['ReviewerSearch'];
      } };
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['AccountReviewerList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        413: components['responses']['Error413'];
        415: components['responses']['Error415'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/reviews': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List reviews, newest first */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ReviewList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    /** Ask managers and owners whether accounts keep what they have. Each reviewer gets a link by e-mail (`smtp`), and subscriptions to `review-requested` a webhook for each reviewer. Reviewers decide in the browser, each about their own lines. Nothing is changed in a source: a change with the id of the review takes away what they decided to take away. */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** One key per request. Repeated with the same key within 24 hours, the request changes nothing again and returns the review of the first one */
          'Idempotency-Key'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        'application/json': components['schemas']['ReviewCreation'];
      } };
      responses: {
        201: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ReviewDetails'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        413: components['responses']['Error413'];
        415: components['responses']['Error415'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/reviews/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one review with its reviewers and lines */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Id of the review */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ReviewDetails'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/reviews/{id}/links': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Get the links of the reviewers, to pass them on. For services that cannot send them. Whoever has a link decides as that reviewer, so this needs the admin scope, and the audit log says who asked. */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Id of the review */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ReviewLinkList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/session/reviews': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the open reviews that ask the person of this session, the first due one first. By the e-mail address that the OpenID provider has verified, or that the operator gave with the link. Without one, the list is empty, and the person needs the links that reviewers get. */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['AssignedReviewList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/reviews/{id}/close': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** End a review, before it is due or when it is overdue. Nobody may decide any more. What is undecided stays undecided: these accounts keep what they have. */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Id of the review */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ReviewDetails'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/reviews/{id}/evidence': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get evidence of a review for an auditor. Who was asked about which account, what was decided when, and what is undecided, as two files with digests. */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Id of the review */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ActionJobEvidence'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/query/saved-queries': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List saved queries by name */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['SavedQueryList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    /** Save a query */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** One key per request. Repeated with the same key within 24 hours, the request changes nothing again and returns the saved query of the first one */
          'Idempotency-Key'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        'application/json': components['schemas']['SavedQueryCreation'];
      } };
      responses: {
        201: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['SavedQuery'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        413: components['responses']['Error413'];
        415: components['responses']['Error415'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/query/saved-queries/{query_id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one saved query */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Id of the saved query */
          query_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['SavedQuery'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    /** Replace a saved query. A version that is no longer current is refused with 409. */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Id of the saved query */
          query_id: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        'application/json': components['schemas']['SavedQueryUpdate'];
      } };
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['SavedQuery'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        413: components['responses']['Error413'];
        415: components['responses']['Error415'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    post?: never;
    /** Delete a saved query */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Id of the saved query */
          query_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/query/execute': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Run a query. Takes either `query_id` or `query_string`. As CSV or as an Arrow stream the whole result is sent. */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        'application/json': components['schemas']['QueryExecution'];
      } };
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['QueryResult'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        406: components['responses']['Error406'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        413: components['responses']['Error413'];
        415: components['responses']['Error415'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/query/packed-queries': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the queries that are shipped with the service. Each answers a common question. Save one to keep a changed copy of it. */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['PackedQueryList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/schema/models': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Describe the data: the resources with their fields, and the semantic models with their tables and columns */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['SchemaModelList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/downloads': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the exports of the client, newest first. Exports are kept until 24 hours after they ended. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['DownloadList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    /** Start an export. Contexts, their columns and the filters of each type are in docs/reference/exports.md. With `Accept: text/csv` the response is the CSV itself. */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** One key per request. Repeated with the same key within 24 hours, the request changes nothing again and returns the export of the first one */
          'Idempotency-Key'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        'application/json': components['schemas']['DownloadCreation'];
      } };
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'text/csv': string;
          };
        };
        201: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['DownloadRequest'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        406: components['responses']['Error406'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        410: components['responses']['Error410'];
        413: components['responses']['Error413'];
        415: components['responses']['Error415'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/downloads/saved-files': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Record that rows are saved as a file. A program that makes a file of rows that it has read with other operations, as the console does for its tables, says so here. The audit log then has an entry `download.save`, beside those of exports. */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        'application/json': components['schemas']['SavedFile'];
      } };
      responses: {
        204: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        413: components['responses']['Error413'];
        415: components['responses']['Error415'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/downloads/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one export. Only the client that requested an export can get it, until 24 hours after it ended. */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Id of the export */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['DownloadRequest'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/downloads/{id}/manifest': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get the manifest of a completed export: its request, size and digest */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Id of the export */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['DownloadManifest'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/downloads/{id}/file': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Fetch the file of an export. The `url` of a completed export; its signature replaces a token. Takes Range and If-Range (RFC 9110, section 14). */
    get: {
      parameters: {
        query?: {
          /** When the link expires */
          expires?: string;
          /** Made by the service */
          signature?: string;
        };
        header?: never;
        path: {
          /** Id of the export */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'text/csv': string;
            'application/vnd.apache.parquet': string;
            'application/jsonl': string;
          };
        };
        206: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        304: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        416: components['responses']['Error416'];
        417: components['responses']['Error417'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/non-human-identities/{id}/blast-radius': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Count the accounts that a machine or token account can act as, and show how. Directly or through others. A client that is limited to some application instances gets what its instances show: chains through others are neither counted nor shown. */
    get: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path: {
          /** Global id of the machine or token account */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['BlastRadius'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{id}/blast-radius': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Count the accounts that an account of any type can act as, and show how. Directly or through others. A client that is limited to some application instances gets what its instances show: chains through others are neither counted nor shown. */
    get: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path: {
          /** Global id of the account */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['BlastRadius'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/changes': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List what appeared, vanished and changed since a version or a time, or between two of them. Compares the version that was in service then with the present one, or with that of `until` or `asOf`, so an object that appeared and vanished again is not listed. Metadata of the read, the use of objects (such as `lastActivityDate`) and values that change with the date do not count; activities are not compared. `partialVersions` names the versions in which only what sources say was compared with the version before. */
    get: {
      parameters: {
        query?: {
          /** The number of a version (`warehouse-version`), or a date or time of ISO 8601: then the last version that was made before it. Left out: the oldest version from which on changes are known */
          since?: string;
          /** The version to compare with, in the same forms; it may not be older than that of `since`. It reaches back as far as changes are known, also to versions that are no longer kept. Left out: the version that answers */
          until?: string;
          /** Limits the list to objects or relationships of one type */
          objectType?: 'Account' | 'Role' | 'UserGroup' | 'AssignedApplication' | 'IntegratedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'EntityAssignedAccessToObject' | 'EntityManagedViaObject' | 'ResourceClass' | 'ResourceInstance' | 'ResourceInstanceContainsResourceInstance' | 'Department' | 'DepartmentContainsDepartment' | 'ObjectDirectory' | 'DirectoryProvider' | 'PermissionSet' | 'Employee' | 'Person' | 'Activity' | 'RiskDefinition' | 'RiskViolation';
          /** Limits the list to one kind of change */
          change?: 'Appeared' | 'Changed' | 'Vanished';
          /** Which come first: `object` orders by type and global id, `newest` begins with what changed last */
          order?: 'object' | 'newest';
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ChangeList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{id}/access': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List what an account reaches. Access comes from assignments in force to the account or to a group, role or permission set that it is in, over any number of steps; access to a resource includes what the resource contains, as far as the entitlement says so. A denial of any of these takes away the permissions that it names, or all when it names none; one with conditions takes nothing away. The groups, roles and permission sets that the account is in are listed too. Ordered by global id. While pages are fetched, the list stays as it was at the first page. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** Limits the list to objects of one type */
          objectType?: 'Account' | 'AccountRole' | 'Activity' | 'AssignedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'Department' | 'DirectoryProvider' | 'Employee' | 'IntegratedApplication' | 'None' | 'ObjectDirectory' | 'PermissionSet' | 'Person' | 'ResourceClass' | 'ResourceInstance' | 'RiskDefinition' | 'RiskViolation' | 'Role' | 'UserGroup';
          /** Global id of a membership or grant. Lists only what the account would lose without this one relationship, with the permissions that it would lose */
          onlyThrough?: string;
          /** What else to say of each access, separated by commas: `since` is since when it exists, `through` is what its shortest path leads through */
          include?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path: {
          /** Global id of the account */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ReachedObjectList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{id}/access/{objectId}/paths': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the paths through which an account reaches an object. Access comes from assignments in force to the account or to a group, role or permission set that it is in, over any number of steps; access to a resource includes what the resource contains, as far as the entitlement says so. A denial of any of these takes away the permissions that it names, or all when it names none; one with conditions takes nothing away. Without access, the list is empty, and `denials` says what was taken away. */
    get: {
      parameters: {
        query?: {
          /** How many paths to list at most */
          limit?: number;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path: {
          /** Global id of an account */
          id: string;
          /** Global id of the object */
          objectId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['AccessPaths'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/user-groups/{id}/access/{objectId}/paths': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the paths through which a user group reaches an object. Access comes from assignments in force to the account or to a group, role or permission set that it is in, over any number of steps; access to a resource includes what the resource contains, as far as the entitlement says so. A denial of any of these takes away the permissions that it names, or all when it names none; one with conditions takes nothing away. Without access, the list is empty, and `denials` says what was taken away. */
    get: {
      parameters: {
        query?: {
          /** How many paths to list at most */
          limit?: number;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path: {
          /** Global id of a user group */
          id: string;
          /** Global id of the object */
          objectId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['AccessPaths'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/roles/{id}/access/{objectId}/paths': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the paths through which a role reaches an object. Access comes from assignments in force to the account or to a group, role or permission set that it is in, over any number of steps; access to a resource includes what the resource contains, as far as the entitlement says so. A denial of any of these takes away the permissions that it names, or all when it names none; one with conditions takes nothing away. Without access, the list is empty, and `denials` says what was taken away. */
    get: {
      parameters: {
        query?: {
          /** How many paths to list at most */
          limit?: number;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path: {
          /** Global id of a role */
          id: string;
          /** Global id of the object */
          objectId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['AccessPaths'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/permission-sets/{id}/access/{objectId}/paths': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the paths through which a permission set reaches an object. Access comes from assignments in force to the account or to a group, role or permission set that it is in, over any number of steps; access to a resource includes what the resource contains, as far as the entitlement says so. A denial of any of these takes away the permissions that it names, or all when it names none; one with conditions takes nothing away. Without access, the list is empty, and `denials` says what was taken away. */
    get: {
      parameters: {
        query?: {
          /** How many paths to list at most */
          limit?: number;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path: {
          /** Global id of a permission set */
          id: string;
          /** Global id of the object */
          objectId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['AccessPaths'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/access-graph/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Show the graph of access around an object, layer by layer. The memberships, grants, denials and containments that lead on from an object, or back to it, with at most 5,000 objects. What a grant gives after denials is not computed here; see the lists of effective access. */
    get: {
      parameters: {
        query?: {
          /** What the object reaches, which is the default, or what reaches it */
          direction?: 'Reaches' | 'ReachedBy';
          /** Follow only the memberships and grants that the object has (`Holder`), only the grants of the object itself (`Object`), or only its contents and the grants that hold for them (`Container`); left out: as a holder, and as what it is in this direction */
          as?: 'Holder' | 'Object' | 'Container';
          /** How many steps to follow */
          depth?: number;
          /** How many steps to list for each object at most; groups, roles and privileged grants come first */
          perNode?: number;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path: {
          /** Global id of an account, a group, a role, a permission set, an application or a resource; or a `contentsId` */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['AccessGraph'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/resource-instances/{id}/accounts': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the accounts that reach a resource instance. Access comes from assignments in force to the account or to a group, role or permission set that it is in, over any number of steps; access to a resource includes what the resource contains, as far as the entitlement says so. A denial of any of these takes away the permissions that it names, or all when it names none; one with conditions takes nothing away. Ordered by application instance and global id. While pages are fetched, the list stays as it was at the first page. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** What else to say of each access, separated by commas: `since` is since when it exists, `through` is what its shortest path leads through */
          include?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path: {
          /** Global id of the resource instance */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ReachingAccountList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/roles/{id}/accounts': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the accounts that reach a role. Access comes from assignments in force to the account or to a group, role or permission set that it is in, over any number of steps; access to a resource includes what the resource contains, as far as the entitlement says so. A denial of any of these takes away the permissions that it names, or all when it names none; one with conditions takes nothing away. Ordered by application instance and global id. While pages are fetched, the list stays as it was at the first page. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** What else to say of each access, separated by commas: `since` is since when it exists, `through` is what its shortest path leads through */
          include?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path: {
          /** Global id of the role */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ReachingAccountList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/user-groups/{id}/accounts': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the accounts that reach a user group. Access comes from assignments in force to the account or to a group, role or permission set that it is in, over any number of steps; access to a resource includes what the resource contains, as far as the entitlement says so. A denial of any of these takes away the permissions that it names, or all when it names none; one with conditions takes nothing away. Ordered by application instance and global id. While pages are fetched, the list stays as it was at the first page. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** What else to say of each access, separated by commas: `since` is since when it exists, `through` is what its shortest path leads through */
          include?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path: {
          /** Global id of the user group */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ReachingAccountList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/assigned-applications/{id}/accounts': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the accounts that reach a assigned application. Access comes from assignments in force to the account or to a group, role or permission set that it is in, over any number of steps; access to a resource includes what the resource contains, as far as the entitlement says so. A denial of any of these takes away the permissions that it names, or all when it names none; one with conditions takes nothing away. Ordered by application instance and global id. While pages are fetched, the list stays as it was at the first page. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** What else to say of each access, separated by commas: `since` is since when it exists, `through` is what its shortest path leads through */
          include?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path: {
          /** Global id of the assigned application */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ReachingAccountList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/integrated-applications/{id}/accounts': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the accounts that reach a integrated application. Access comes from assignments in force to the account or to a group, role or permission set that it is in, over any number of steps; access to a resource includes what the resource contains, as far as the entitlement says so. A denial of any of these takes away the permissions that it names, or all when it names none; one with conditions takes nothing away. Ordered by application instance and global id. While pages are fetched, the list stays as it was at the first page. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** What else to say of each access, separated by commas: `since` is since when it exists, `through` is what its shortest path leads through */
          include?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path: {
          /** Global id of the integrated application */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ReachingAccountList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/search': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Find objects of every type by name, username, e-mail address or id. The best matches come first: the whole id, username or address; the whole name; objects that have all words of the text; then words that begin with them, contain them, or are similar to them (one typing error in a word of four to seven letters, two in a longer word; numbers have to be right). Case and accents do not matter. Relationships and activities are found by their ids. Words after the fourth do not count. */
    get: {
      parameters: {
        query?: {
          /** What to find */
          q?: string;
          /** Limits the answer to objects or relationships of one type */
          type?: 'Account' | 'Role' | 'UserGroup' | 'AssignedApplication' | 'IntegratedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'EntityAssignedAccessToObject' | 'EntityManagedViaObject' | 'ResourceClass' | 'ResourceInstance' | 'ResourceInstanceContainsResourceInstance' | 'Department' | 'DepartmentContainsDepartment' | 'ObjectDirectory' | 'DirectoryProvider' | 'PermissionSet' | 'Employee' | 'Person' | 'Activity' | 'RiskDefinition' | 'RiskViolation';
          /** How many objects the answer holds at most */
          limit?: number;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['SearchResult'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/access/v1/evaluation': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Decide whether a subject may do something with a resource. Decides by effective access, as `/v1/accounts/{id}/access` does, but unknown is never true: grants with conditions give nothing here, and a disabled account has no access. The decision is of the version that `context` names. */
    post: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        'application/json': components['schemas']['AccessEvaluation'];
      } };
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['AccessDecision'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        413: components['responses']['Error413'];
        415: components['responses']['Error415'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/access/v1/evaluations': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Decide about several requests at once. Decides by effective access, as `/v1/accounts/{id}/access` does, but unknown is never true: grants with conditions give nothing here, and a disabled account has no access. The decision is of the version that `context` names. With `options.evaluations_semantic`, the answer ends with the first denial or permission. */
    post: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        'application/json': components['schemas']['AccessEvaluations'];
      } };
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['AccessDecisions'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        413: components['responses']['Error413'];
        415: components['responses']['Error415'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/access/v1/search/subject': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Find the accounts that may do something with a resource. Decides by effective access, as `/v1/accounts/{id}/access` does, but unknown is never true: grants with conditions give nothing here, and a disabled account has no access. The decision is of the version that `context` names. The type of the subject is `account`. */
    post: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        'application/json': components['schemas']['SubjectSearch'];
      } };
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['EntitySearchResult'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        413: components['responses']['Error413'];
        415: components['responses']['Error415'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/access/v1/search/resource': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Find the resources of a type with which an account may do something. Decides by effective access, as `/v1/accounts/{id}/access` does, but unknown is never true: grants with conditions give nothing here, and a disabled account has no access. The decision is of the version that `context` names. The type of the subject is `account`. */
    post: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        'application/json': components['schemas']['ResourceSearch'];
      } };
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['EntitySearchResult'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        413: components['responses']['Error413'];
        415: components['responses']['Error415'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/access/v1/search/action': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Find what a subject may do with a resource. Decides by effective access, as `/v1/accounts/{id}/access` does, but unknown is never true: grants with conditions give nothing here, and a disabled account has no access. The decision is of the version that `context` names. */
    post: {
      parameters: {
        query?: {
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        'application/json': components['schemas']['ActionSearch'];
      } };
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ActionSearchResult'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        413: components['responses']['Error413'];
        415: components['responses']['Error415'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iceberg/v1/config': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Say what the Iceberg catalogue can do. For clients that see the whole tenant. */
    get: {
      parameters: {
        query?: {
          /** Does not count: the token says which tenant is read */
          warehouse?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergConfig'];
          };
        };
        400: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        401: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        403: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        404: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        431: components['responses']['Error431'];
        500: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        501: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        503: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iceberg/v1/namespaces': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the namespaces of the Iceberg catalogue: the tenant. For clients that see the whole tenant. */
    get: {
      parameters: {
        query?: {
          /** A namespace: those below it are listed, and there are none */
          parent?: string;
          /** Does not count: the answer is always complete */
          pageSize?: number;
          /** Does not count: the answer is always complete */
          pageToken?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergNamespaceList'];
          };
        };
        400: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        401: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        403: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        404: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        431: components['responses']['Error431'];
        500: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        501: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        503: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iceberg/v1/namespaces/{namespace}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get a namespace of the Iceberg catalogue. For clients that see the whole tenant. */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** The name of the tenant */
          namespace: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergNamespace'];
          };
        };
        400: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        401: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        403: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        404: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        431: components['responses']['Error431'];
        500: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        501: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        503: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iceberg/v1/namespaces/{namespace}/tables': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the Iceberg tables. For clients that see the whole tenant. */
    get: {
      parameters: {
        query?: {
          /** Does not count: the answer is always complete */
          pageSize?: number;
          /** Does not count: the answer is always complete */
          pageToken?: string;
        };
        header?: never;
        path: {
          /** The name of the tenant */
          namespace: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergTableList'];
          };
        };
        400: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        401: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        403: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        404: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        431: components['responses']['Error431'];
        500: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        501: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        503: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/iceberg/v1/namespaces/{namespace}/tables/{table}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get the metadata of an Iceberg table. The id of a snapshot is the number of its version. The files lie in the folder or bucket of the storage, and the engine needs access of its own to them. For clients that see the whole tenant. */
    get: {
      parameters: {
        query?: {
          /** `all`, the default, or `refs`: only the snapshot of the newest version */
          snapshots?: 'all' | 'refs';
          /** Does not count: the views through which an engine reads the table */
          'referenced-by'?: string;
        };
        header?: never;
        path: {
          /** The name of the tenant */
          namespace: string;
          /** Name of a table */
          table: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergTable'];
          };
        };
        400: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        401: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        403: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        404: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        431: components['responses']['Error431'];
        500: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        501: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
        503: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['IcebergError'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scim/v2/Users': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List accounts in the form of SCIM */
    get: {
      parameters: {
        query?: {
          /** A filter of RFC 7644, section 3.4.2.2, for example `userName sw "a" and active eq true` */
          filter?: string;
          /** An attribute with one value; left out: the id. Resources without it come last */
          sortBy?: string;
          /** Default: ascending */
          sortOrder?: 'ascending' | 'descending';
          /** The first resource of the page, counted from 1. Without `asOf`, each page is of the version in service then */
          startIndex?: number;
          /** Resources on the page at most; default 100, at most 200 */
          count?: number;
          /** Pages by cursor (RFC 9865): empty for the first page, then `nextCursor` of the page before. All pages are of one version */
          cursor?: string;
          /** The only attributes that resources have, besides `id` and `schemas`; separated by commas */
          attributes?: string;
          /** Attributes that they do not have; separated by commas */
          excludedAttributes?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ScimList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scim/v2/Users/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one account in the form of SCIM */
    get: {
      parameters: {
        query?: {
          /** The only attributes that resources have, besides `id` and `schemas`; separated by commas */
          attributes?: string;
          /** Attributes that they do not have; separated by commas */
          excludedAttributes?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path: {
          /** Global id of the account */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ScimResource'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scim/v2/Groups': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List user groups in the form of SCIM */
    get: {
      parameters: {
        query?: {
          /** A filter of RFC 7644, section 3.4.2.2, for example `userName sw "a" and active eq true` */
          filter?: string;
          /** An attribute with one value; left out: the id. Resources without it come last */
          sortBy?: string;
          /** Default: ascending */
          sortOrder?: 'ascending' | 'descending';
          /** The first resource of the page, counted from 1. Without `asOf`, each page is of the version in service then */
          startIndex?: number;
          /** Resources on the page at most; default 100, at most 200 */
          count?: number;
          /** Pages by cursor (RFC 9865): empty for the first page, then `nextCursor` of the page before. All pages are of one version */
          cursor?: string;
          /** The only attributes that resources have, besides `id` and `schemas`; separated by commas */
          attributes?: string;
          /** Attributes that they do not have; separated by commas */
          excludedAttributes?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ScimList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scim/v2/Groups/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one user group in the form of SCIM */
    get: {
      parameters: {
        query?: {
          /** The only attributes that resources have, besides `id` and `schemas`; separated by commas */
          attributes?: string;
          /** Attributes that they do not have; separated by commas */
          excludedAttributes?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path: {
          /** Global id of the user group */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ScimResource'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scim/v2/ServiceProviderConfig': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Describe what this SCIM service can do */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ScimResource'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scim/v2/ResourceTypes': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the types of resources of SCIM */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ScimList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scim/v2/ResourceTypes/{name}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one type of resources of SCIM */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** `User` or `Group` */
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ScimResource'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scim/v2/Schemas': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the schemas of SCIM */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ScimList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scim/v2/Schemas/{name}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one schema of SCIM */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Its URI */
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ScimResource'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sources': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the configured sources with their last run, its ledger, and why data are held back */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['SourceList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    /** Add a source to the configuration file. The service takes it up at once; it is read when it is requested or its schedule says so. Settings are never returned. Not where several processes or tenants share the configuration. */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        'application/json': components['schemas']['SourceCreation'];
      } };
      responses: {
        201: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['SourceAdded'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        413: components['responses']['Error413'];
        415: components['responses']['Error415'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        501: components['responses']['Error501'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sources/{sourceId}/sync': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Read a source now. A run that has not ended is joined. A version with what it reads is made afterwards; `/v1/events` shows the progress. */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** The source, as the configuration names it */
          sourceId: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        'application/json': components['schemas']['SourceSync'];
      } };
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['SyncRun'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        413: components['responses']['Error413'];
        415: components['responses']['Error415'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sources/{sourceId}/objects': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    /** Send rows to a source that takes them. A push is a read of the source: a run lands it with a ledger, and a version with it is made afterwards. The answer comes when the batch is durable. The same batch under the same name, or with the same Idempotency-Key, changes nothing again. */
    put: {
      parameters: {
        query?: never;
        header?: {
          /** One key per request. Repeated with the same key within 24 hours, the request changes nothing again and returns the push of the first one */
          'Idempotency-Key'?: string;
        };
        path: {
          /** The source, as the configuration names it */
          sourceId: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        'application/json': components['schemas']['SourcePush'];
      } };
      responses: {
        202: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['Push'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        413: components['responses']['Error413'];
        415: components['responses']['Error415'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sources/{sourceId}/accept-loss': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Accept the newest data of a source that is held back. The next version is made of its newest data, with everything that was lost or rejected, although they look broken. */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** The source, as the configuration names it */
          sourceId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['Build'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sources/{sourceId}/rejected-records': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List records that the last run of a source rejected, with the reasons. The first 1,000 of them. */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** The source, as the configuration names it */
          sourceId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['RejectedRecordList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/connectors': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the kinds of sources with their settings. The settings are described by a JSON Schema, in which secrets are marked by `secret: true`. */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ConnectorList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sources/check': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Check the settings of a source that is not configured yet. Opens the source and reads its first records, without keeping anything. Settings may name addresses and files that the process can reach. Settings are never returned. */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        'application/json': components['schemas']['SourceCheck'];
      } };
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['SourceCheckResult'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        413: components['responses']['Error413'];
        415: components['responses']['Error415'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        501: components['responses']['Error501'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sources/uploads/check': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Check a file that is to become a source. Guesses how its rows become objects, or takes the description that is sent, and shows the first of them. Nothing is kept. The body may have 32 MiB. */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        'application/json': components['schemas']['SourceUpload'];
      } };
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['SourceUploadPreview'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        413: components['responses']['Error413'];
        415: components['responses']['Error415'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        501: components['responses']['Error501'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sources/uploads': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Make a source of a file, and add it to the configuration file. The file and its description lie in the folder `sources/{sourceId}` beside the configuration file. The service takes the source up at once. With `replaces`, the next run of the source reads the new file. The body may have 32 MiB. */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        'application/json': components['schemas']['SourceUpload'];
      } };
      responses: {
        201: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['SourceAdded'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        413: components['responses']['Error413'];
        415: components['responses']['Error415'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        501: components['responses']['Error501'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sync-runs': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List runs that read sources, newest first */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['SyncRunList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sync-runs/{id}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get one run with what it has read of each type, while it runs and afterwards */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Id of the run */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['SyncRunDetails'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/signals': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List security events that transmitters have sent, newest first. Each event is stored once, and leads to a read of what it is about. `status` says how far that is. Only the events about sources that the client sees */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['SignalList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/signal-streams': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get the transmitters and receivers of security events, and how far their events are. Those of the configuration, without their secrets. */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['SignalStreams'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/events': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Receive changes of sync runs, action jobs and the version in service as they happen. A stream of server-sent events (WHATWG HTML, section 9.2). The data of an event is the whole current state of its subject: `sync-run` has a `SyncRun`, `action-job` an `ActionJob`, `version` the object `{version, generatedAt}`. The stream begins with the current state: runs and jobs that have not ended, and the version. After a lost connection, `Last-Event-ID` adds what has ended since; the same state may come twice. `reset` says that this was too long ago, so that lists have to be fetched again. The service ends each stream after some minutes, and clients connect again. */
    get: {
      parameters: {
        query?: {
          /** What to receive, separated by commas: sync-runs, action-jobs, versions. Left out: everything */
          topics?: string;
        };
        header?: {
          /** The id of the last event that the client has received */
          'Last-Event-ID'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'text/event-stream': string;
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/risk-counts': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Count violations by rule and severity, now and in former versions. The counts of the past are taken from when violations were detected and resolved. They cover the versions from which on changes are known; of many versions, some are left out. */
    get: {
      parameters: {
        query?: {
          /** Limits the list to one connected integration; left out, it covers all of them */
          applicationInstanceId?: string;
          /** Answers from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. The same on every page. Left out: the version in service */
          asOf?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['RiskCounts'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        410: components['responses']['Error410'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/risk-violations/{id}/accept': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    /** Accept a violation until a date. Until then its status is Suppressed, and it does not count for the `analyticsAccessRiskPosture` of its account or person; afterwards it is Open again. An earlier acceptance is replaced. Versions never change, so the response says from which version on it shows; that version is being made. */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global id of the violation */
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: {
        'application/json': components['schemas']['RiskAcceptanceCreation'];
      } };
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['RiskAcceptance'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        413: components['responses']['Error413'];
        415: components['responses']['Error415'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    /** End the acceptance of a violation before its date. The violation is Open again in the version that is being made. */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Global id of the violation */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit-events': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List what was done and what was refused, newest first. For clients with the scope `admin` that see the whole tenant. Filters must all hold. */
    get: {
      parameters: {
        query?: {
          /** How many items a page holds at most */
          pageSize?: number;
          /** Where the list continues: `nextPageToken` of the page before, exactly as it was received. Left out for the first page. Opaque: never parse or construct it */
          pageToken?: string;
          /** Entries of this moment or later: a date or an instant of ISO 8601, in UTC unless it names its offset */
          since?: string;
          /** Entries up to this time; a date without a time includes the whole day */
          until?: string;
          /** Entries of this principal */
          principal?: string;
          /** Entries of this action */
          action?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['AuditEventList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/clients': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the API clients of the tenant, revoked ones too, oldest first. For clients that see the whole tenant. Secrets are never shown. */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['ClientList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    /** Create an API client. The response shows its secret, and nothing shows it again. A client gives no scope that it lacks itself. */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: {
        'application/json': components['schemas']['ClientCreation'];
      } };
      responses: {
        201: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['CreatedClient'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        413: components['responses']['Error413'];
        415: components['responses']['Error415'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/clients/{clientId}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    post?: never;
    /** Revoke an API client. It gets no more tokens, and those that it has stop working within seconds. It stays in the list. */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Id of the client */
          clientId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/queues': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Count the background jobs of the deployment by kind, and the processes that take them. For clients that see the whole tenant. The queues are those of all tenants of the deployment. */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['QueueList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/session': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** Get the session of this browser. Who is signed in, what the person may do, and the token that every request of the session needs that is not GET or HEAD. It counts as a use of the session */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['Session'];
          };
        };
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    /** Sign out */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sessions': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the sessions of people who signed in with a browser, newest first. Those of the tenant that can be used. For clients and people that see the whole tenant */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['BrowserSessionList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sessions/{sessionId}': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get?: never;
    put?: never;
    post?: never;
    /** Revoke a session. It stops working at once. The person may sign in again */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Id of the session */
          sessionId: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        204: {
          headers: { [name: string]: unknown };
          content?: never;
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        404: components['responses']['Error404'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sign-in-methods': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the ways to sign in with a browser. People sign in at `/sign-in?return=/path`, which offers all of them */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['SignInMethods'];
          };
        };
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/signing-keys': {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    /** List the keys that sign access tokens, oldest first. For clients that see the whole tenant. All tenants of the deployment have the same keys. Only what is public of them is shown */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['SigningKeyList'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    put?: never;
    /** Rotate the keys that sign access tokens. A new key is created. It signs as soon as everybody can know it, and tokens of the keys before it are accepted until the last of them has expired. Refused while a key waits to sign */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        201: {
          headers: { [name: string]: unknown };
          content: {
            'application/json': components['schemas']['SigningKey'];
          };
        };
        400: components['responses']['Error400'];
        401: components['responses']['Error401'];
        403: components['responses']['Error403'];
        408: components['responses']['Error408'];
        409: components['responses']['Error409'];
        417: components['responses']['Error417'];
        429: components['responses']['Error429'];
        431: components['responses']['Error431'];
        500: components['responses']['Error500'];
        503: components['responses']['Error503'];
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    /** A user, machine or token account in an application, identity provider, MFA provider or directory. */
    Account: {
      /** Local id of the account in its application instance */
      id: string;
      /** Username in the application instance */
      alias: string;
      /** Name of the holder */
      name?: string;
      /** Name to show; `name` where the source has none */
      displayName?: string;
      /** Primary e-mail address; where the source has none that is valid, one that ends in `.invalid` (RFC 2606) */
      email: string;
      /** Further e-mail addresses */
      alternateEmails?: string[];
      /** Who or what uses the account */
      type: 'User' | 'Machine' | 'Token';
      /** Finer kind within `type` */
      subType: 'Employee' | 'Contractor' | 'Guest' | 'External' | 'Shared' | 'Admin' | 'ServicePrincipal' | 'ServiceAccount' | 'Workload' | 'Bot' | 'Agent' | 'ApiKey' | 'PersonalAccessToken' | 'OAuthGrant' | 'SshKey' | 'AccessKey' | 'Certificate' | 'Unknown';
      /** The application’s own kind of user */
      userType?: string;
      /** True when the account can be used */
      enabled: boolean;
      /** True when the account administers the application instance */
      isAdmin: boolean;
      /** True when the account may call the application’s API */
      hasAPIAccess: boolean;
      /** Application-specific role; the basis for the account’s type and user type */
      accountRole: string;
      /** The account role as the application shows it */
      accountRoleDisplayName?: string;
      /** What the account does in authentication: identity, application account, MFA, directory */
      authenticationFunctions: ('Identity' | 'ApplicationAccount' | 'MFA' | 'Directory')[];
      /** How the account can sign in */
      authenticationMethods?: components['schemas']['AuthenticationMethod'][];
      /** Which authentication methods apply under which conditions */
      authenticationMethodSelectionPolicy?: components['schemas']['AuthenticationMethodSelectionPolicy'];
      /** Whether the account must use a second factor */
      mfaRequirements: 'Required' | 'Optional' | 'Disabled' | 'Unknown';
      /** Whether the account must sign in through SSO */
      ssoRequirements: 'Required' | 'Optional' | 'Disabled' | 'Unknown';
      /** Where the account may be used from */
      authorizedLocations?: components['schemas']['AuthorizedLocationPolicy'];
      /** Delivery points, usually filled by identity providers */
      assignedLocations?: components['schemas']['LocationSpecification'][];
      /** Id under which an identity provider knows the account */
      federationId?: components['schemas']['FederationId'];
      /** Hashes with a prefix for the algorithm, by which machine and token accounts are linked to owners */
      hashIdentifiers?: string[];
      /** Permissions that the account has approved for applications */
      approvedApplicationPermissions?: components['schemas']['PermissionSetSpecification'][];
      /** Applications whose use of the account is approved */
      approvedApplicationUsages?: string[];
      /** Job title */
      title?: string;
      /** Company of the holder */
      companyName?: string;
      /** Department of the holder */
      department?: string;
      /** Cost centre of the holder */
      costCenter?: string;
      /** Employee number of the holder */
      employeeNumber?: string;
      /** Country of the holder, ISO 3166-1 alpha-2 */
      countryCode?: string;
      /** Job profile id */
      jobCode?: string;
      /** Job family */
      jobFamily?: string;
      /** Broadest grouping of jobs */
      jobFamilyGroup?: string;
      /** Role-level descriptor of the job */
      jobFunction?: string;
      /** E-mail addresses of the holder’s managers */
      managerEmails?: string[];
      /** Address of the holder’s picture */
      profilePictureUri?: string;
      /** Application-specific plan */
      licenseType?: string;
      /** How much the licence allows */
      licenseLevel?: 'Full' | 'Limited' | 'Free' | 'Unknown';
      /** Whether the licence is in force */
      licenseStatus?: 'Active' | 'Inactive' | 'Unknown';
      /** Local id of the account that made this one */
      createdBy?: string;
      /** How `createdBy` is federated */
      createdByFederation?: components['schemas']['FederationInformation'];
      /** When the account was made */
      createdDate?: string;
      /** Local id of the account that last changed this one */
      lastModifiedBy?: string;
      /** How `lastModifiedBy` is federated */
      lastModifiedByFederation?: components['schemas']['FederationInformation'];
      /** When the account was last changed */
      lastModifiedDate?: string;
      /** Last sign-in or other use that the source knows of */
      lastActivityDate?: string;
      /** When the password was last changed */
      lastPasswordChangedDate?: string;
      /** When the account stops working */
      expirationDate?: string;
      /** Id of the directory account with which this one is synced; unset when it is not synced */
      directoryEntryId?: string;
      /** How the directory’s account is federated */
      directoryEntryFederation?: components['schemas']['FederationInformation'];
      /** Local id of the directory provider that defines the sync */
      directoryProviderId?: string;
      /** How the directory provider is federated */
      directoryProviderFederation?: components['schemas']['FederationInformation'];
      /** Local id of the object directory that holds the account */
      objectDirectoryContainerId?: string;
      /** How the object directory is federated */
      objectDirectoryContainerFederation?: components['schemas']['FederationInformation'];
      /** Further facts of the source, and raw values that an enumeration does not have */
      profileMetadata?: components['schemas']['MetadataItem'][];
      /** Global id of the account that made this one */
      globalCreatedBy?: string;
      /** Global id of the account that last changed this one */
      globalLastModifiedBy?: string;
      /** Global id of the directory’s account */
      globalDirectoryEntryId?: string;
      /** Global id of the directory provider */
      globalDirectoryProviderId?: string;
      /** Global id of the object directory that holds the account */
      globalObjectDirectoryContainerId?: string;
      /** Where and when the object was read */
      objectMetadata: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata: components['schemas']['EnrichmentMetadata'];
      /** Global id of the person that the account belongs to. Absent where the client may not see the object */
      enrichedPersonId?: string;
      /** Owners of a machine or token account, found by hash identifiers, creator or an ownership entitlement. Absent where the client may not see the object */
      enrichedOwnerAccountIds?: string[];
      /** True when authentication keys and federated identity match an identity provider’s account. Only for clients that see the whole tenant or have person data */
      enrichedIsSSOLoginAvailable?: boolean;
      /** Global id of the account that signs in to this one by SSO. Absent where the client may not see the object */
      enrichedSSOSourceAccountId?: string;
      /** Days from the last activity to the date of the data. Without known activity: from the creation of the account or from the first date of activity data, whichever is later. Absent where the source has no activity data */
      analyticsDaysSinceLastActivity?: number;
      /** An account is dormant from 30 days without known use on, up to the date of the data */
      analyticsIsDormant?: boolean;
      /** True when no activity is known, so that the days are a minimum */
      analyticsDormantDaysIsLowerBound?: boolean;
      /** Roles that were read and that the account is a member of, itself or through groups and roles */
      analyticsRoleCount?: number;
      /** User groups that were read and that the account is a member of, itself or through groups */
      analyticsUserGroupCount?: number;
      /** Assigned applications that were read and to which an enabled grant gives access: a grant of the account itself, or of a group or role that it is in. Denials of one of these take away the permissions that they name, or all when they name none */
      analyticsAssignedApplicationCount?: number;
      /** Resource instances that were read and that the account reaches, itself or through groups, roles and containing resources, without those that denials take away */
      analyticsResourceInstanceCount?: number;
      /** True when the resource instances were too many to count, so that their number is an estimate that does not consider denials */
      analyticsResourceInstanceCountIsApproximate?: boolean;
      /** Blast radius: other accounts that this one can act as, directly or through others. An administrator (`isAdmin`) can act as every account of its application instance only with `hasAPIAccess`. Only for clients that see the whole tenant or have person data */
      analyticsImpersonatableAccountsCount?: number;
      /** Severity of the worst open risk violation. Only for clients that see the whole tenant or have person data */
      analyticsAccessRiskPosture?: 'Critical' | 'High' | 'Medium' | 'Low' | 'None';
      /** Risk violations of the account itself that are open. Only for clients that see the whole tenant or have person data */
      analyticsRiskViolationCount?: number;
      /** Primary steward, from the system of record. Only for clients that see the whole tenant or have person data */
      sorPrimaryStewardEmail?: string;
      /** Department, from the system of record. Only for clients that see the whole tenant or have person data */
      sorDepartment?: string;
      /** Job title, from the system of record. Only for clients that see the whole tenant or have person data */
      sorTitle?: string;
      /** Manager, from the system of record. Only for clients that see the whole tenant or have person data */
      sorManagerEmail?: string;
      /** Employment status, from the system of record. Only for clients that see the whole tenant or have person data */
      sorEmploymentStatus?: 'Active' | 'Leave' | 'Terminated' | 'Unknown';
    };
    /** A role of an application. Custom roles are made by sufficiently privileged users, Standard roles are defined by the application itself, and Modeled roles stand for access that the application does not hold as real schema objects, such as per-repository access levels. */
    Role: {
      /** Persistent id of the role in the application */
      id: string;
      /** Name */
      name: string;
      /** What the application says the role is for */
      description?: string;
      /** Application-specific kind of role */
      applicationRoleType?: string;
      /** Who defines the role */
      type: 'Custom' | 'Modeled' | 'Standard';
      /** True exactly when `type` is `Custom` */
      isCustom: boolean;
      /** Where the role may be used from */
      authorizedLocations?: components['schemas']['AuthorizedLocationPolicy'];
      /** `authorizedLocations` with global ids */
      globalAuthorizedLocations?: components['schemas']['AuthorizedLocationPolicy'];
      /** Local id of the account that made the role */
      createdBy?: string;
      /** How `createdBy` is federated */
      createdByFederation?: components['schemas']['FederationInformation'];
      /** When the role was made */
      createdDate?: string;
      /** Local id of the account that last changed the role */
      lastModifiedBy?: string;
      /** How `lastModifiedBy` is federated */
      lastModifiedByFederation?: components['schemas']['FederationInformation'];
      /** When the role was last changed */
      lastModifiedDate?: string;
      /** Local id of the object directory that holds the role */
      objectDirectoryContainerId?: string;
      /** How the object directory is federated */
      objectDirectoryContainerFederation?: components['schemas']['FederationInformation'];
      /** Data source tag */
      sourceTag?: string;
      /** Global id of the account that made the role */
      globalCreatedBy?: string;
      /** Global id of the account that last changed the role */
      globalLastModifiedBy?: string;
      /** Global id of the object directory that holds the role */
      globalObjectDirectoryContainerId?: string;
      /** Where and when the object was read */
      objectMetadata: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata: components['schemas']['EnrichmentMetadata'];
      /** Primary steward, from the system of record. Only for clients that see the whole tenant or have person data */
      sorPrimaryStewardEmail?: string;
      /** Resource instances that the role reaches, nested ones included; above 1000 may be approximate */
      analyticsAccessToResourceInstancesCount?: number;
      /** True when the resource instances were too many to count, so that their number is an estimate that does not consider denials */
      analyticsAccessToResourceInstancesCountIsApproximate?: boolean;
      /** Member accounts that are not dormant, nesting included; absent where no activity is known */
      analyticsActiveMemberCount?: number;
      /** Member accounts that are dormant, nesting included; absent where no activity is known */
      analyticsInactiveMemberCount?: number;
      /** Accounts that hold the role, nesting included */
      analyticsMemberAccountsCount?: number;
      /** Direct members of any type */
      analyticsMemberCount?: number;
      /** Assigned applications that the role gives access to, itself or through roles that it holds */
      analyticsAssignedApplicationCount?: number;
      /** Roles that the role holds, nesting included */
      analyticsAssignedRoleCount?: number;
      /** User groups that hold the role, nesting included */
      analyticsAssignedUserGroupCount?: number;
      /** Global ids of the accounts and groups that an ownership entitlement makes owners of the role. Absent where the client may not see the object */
      analyticsOwners?: string[];
    };
    /** A group of accounts, groups or roles through which access is given or mail is distributed. */
    UserGroup: {
      /** Local id of the group */
      id: string;
      /** Name */
      name: string;
      /** What the application says the group is for */
      description?: string;
      /** Address that reaches the members */
      email?: string;
      /** What the group is for, or how its members are determined */
      type: 'Security' | 'Distribution' | 'Dynamic' | 'Modeled' | 'Sync' | 'Unknown';
      /** True when a rule decides who is a member */
      isDynamic?: boolean;
      /** True when roles can be given to the group */
      isAssignableToRole?: boolean;
      /** Who can become a member without being added by somebody else */
      joinPolicy?: 'Anyone' | 'Organisation' | 'Request' | 'Invited' | 'Unknown';
      /** True when accounts outside the organisation can be members */
      allowsExternalMembers?: boolean;
      /** Who may change the group */
      owners?: components['schemas']['Owner'][];
      /** When the group was made */
      createdDate?: string;
      /** When the group was last changed */
      lastModifiedDate?: string;
      /** Data source tag */
      sourceTag?: string;
      /** Where and when the object was read */
      objectMetadata: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata: components['schemas']['EnrichmentMetadata'];
      /** Direct members of any type */
      analyticsMemberCount?: number;
      /** Accounts in the group, nesting included */
      analyticsMemberAccountsCount?: number;
      /** Member accounts that are not dormant, nesting included; absent where no activity is known */
      analyticsActiveMemberCount?: number;
      /** Member accounts that are dormant, nesting included; absent where no activity is known */
      analyticsInactiveMemberCount?: number;
      /** Roles that the group holds, nesting included */
      analyticsAssignedRoleCount?: number;
      /** Assigned applications that the group gives access to, itself or through groups and roles that it is in */
      analyticsAssignedApplicationCount?: number;
    };
    /** An application as an identity provider knows it: something that accounts are assigned to and sign in to. */
    AssignedApplication: {
      /** Local id of the application at its identity provider */
      id: string;
      /** Name */
      name: string;
      /** Vendor of the application */
      vendorName?: string;
      /** Labels that the identity provider keeps */
      labels?: components['schemas']['MetadataItem'][];
      /** OAuth client id of the application at the identity provider */
      oauthClientId?: string;
      /** SAML entity id of the application */
      samlEntityId?: string;
      /** Requirements for signing in to the application, with local ids */
      authenticationRequirements?: components['schemas']['AuthenticationRequirements'];
      /** `authenticationRequirements` with global ids */
      globalAuthenticationRequirements?: components['schemas']['AuthenticationRequirements'];
      /** Local id of the object directory that holds the application */
      objectDirectoryContainerId?: string;
      /** How the object directory is federated */
      objectDirectoryContainerFederation?: components['schemas']['FederationInformation'];
      /** Global id of the object directory that holds the application */
      globalObjectDirectoryContainerId?: string;
      /** Where and when the object was read */
      objectMetadata: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata: components['schemas']['EnrichmentMetadata'];
      /** OAuth client id, found by enrichment where the source does not have it. Only for clients that see the whole tenant or have person data */
      enrichedOAuthClientId?: string;
      /** SAML entity id, found by enrichment where the source does not have it. Only for clients that see the whole tenant or have person data */
      enrichedSamlEntityId?: string;
      /** Global id of the integrated application that this one signs in to. Absent where the client may not see the object */
      enrichedResolvedDeploymentId?: string;
    };
    /** A deployment of an application whose own accounts and access are read by a connector. */
    IntegratedApplication: {
      /** Local id of the deployment */
      id: string;
      /** Key that distinguishes this deployment from others of the same application, such as its host name */
      key?: string;
      /** Name */
      name: string;
      /** Kind of application, for example `BusinessApplication` */
      category?: string;
      /** Vendor of the application */
      vendorName?: string;
      /** Labels of the deployment */
      labels?: components['schemas']['MetadataItem'][];
      /** Requirements for signing in to the application, with local ids */
      authenticationRequirements?: components['schemas']['AuthenticationRequirements'];
      /** `authenticationRequirements` with global ids */
      globalAuthenticationRequirements?: components['schemas']['AuthenticationRequirements'];
      /** Relationship types that may join objects of other applications */
      supportedFederatedRelationships?: string[];
      /** What the application does not have or does not reveal */
      unsupportedTypes?: {
        /** Object types */
        objectTypes?: string[];
        /** Relationship types */
        relationshipTypes?: string[];
      };
      /** Where and when the object was read */
      objectMetadata: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata: components['schemas']['EnrichmentMetadata'];
      /** Tenant-wide key of the deployment */
      globalDeploymentKey?: string;
      /** Global id of the deployment with which this one was identified. Absent where the client may not see the object */
      enrichedResolvedDeploymentId?: string;
    };
    /** An authentication mechanism that an identity provider has configured for assignment, enrollment and login. */
    Authenticator: {
      /** Global id of the authenticator; connectors land its local id here */
      id: string;
      /** Name */
      name: string;
      /** Description at the identity provider */
      description?: string;
      /** True when it can be used */
      isActive?: boolean;
      /** Base64 SHA-256 hashes of authentication configuration properties, by which applications are matched */
      authenticationKeys?: string[];
      /** Methods that it offers */
      authenticationMethods?: components['schemas']['AuthenticationMethod'][];
      /** Where and when the object was read */
      objectMetadata: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata: components['schemas']['EnrichmentMetadata'];
      /** Primary steward, from the system of record. Only for clients that see the whole tenant or have person data */
      sorPrimaryStewardEmail?: string;
    };
    /** An account’s enrollment of an authentication method, such as a registered phone or security key. */
    AuthenticatorEnrollment: {
      /** Local id of the enrollment */
      id: string;
      /** Local id of the account that enrolled */
      accountKey: string;
      /** Methods that were enrolled */
      authenticationMethods?: components['schemas']['AuthenticationMethod'][];
      /** Whether the enrollment can be used */
      enrollmentStatus?: 'Active' | 'Inactive' | 'Pending' | 'Suspended' | 'Revoked';
      /** When the account enrolled */
      enrolledAt?: string;
      /** When the enrollment was revoked */
      revokedAt?: string;
      /** The device that holds the authenticator */
      deviceInfo?: {
        /** Id of the device */
        deviceId?: string;
        /** Kind of device, for example `SecurityKey` */
        deviceType?: string;
        /** When the device was registered */
        registeredAt?: string;
        /** Name that the holder gave the device */
        deviceName?: string;
      };
      /** Where and when the object was read */
      objectMetadata: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata: components['schemas']['EnrichmentMetadata'];
      /** Primary steward, from the system of record. Only for clients that see the whole tenant or have person data */
      sorPrimaryStewardEmail?: string;
    };
    /** Links an account, role or user group to what it is granted access to: an assigned application, a deployment of an application, a resource class or a resource instance. */
    EntityAssignedAccessToObject: {
      /** Local id of the assignment */
      id: string;
      /** Local id of the entity that has the access */
      entityId: string;
      /** Type of the entity that has the access: Account, Role or UserGroup */
      entityType: 'Account' | 'AccountRole' | 'Activity' | 'AssignedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'Department' | 'DirectoryProvider' | 'Employee' | 'IntegratedApplication' | 'None' | 'ObjectDirectory' | 'PermissionSet' | 'Person' | 'ResourceClass' | 'ResourceInstance' | 'RiskDefinition' | 'RiskViolation' | 'Role' | 'UserGroup';
      /** Local id of the object of the access */
      assignedObjectId: string;
      /** Type of the object of the access: AssignedApplication, IntegratedApplication, ResourceClass or ResourceInstance */
      assignedObjectType: 'Account' | 'AccountRole' | 'Activity' | 'AssignedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'Department' | 'DirectoryProvider' | 'Employee' | 'IntegratedApplication' | 'None' | 'ObjectDirectory' | 'PermissionSet' | 'Person' | 'ResourceClass' | 'ResourceInstance' | 'RiskDefinition' | 'RiskViolation' | 'Role' | 'UserGroup';
      /** What is granted or denied, with local ids */
      entitlementSpecification?: components['schemas']['EntitlementSpecification'];
      /** How the two sides are federated */
      federationSpecification?: components['schemas']['FederationSpecification'];
      /** Global id of the entity that has the access */
      globalEntityId?: string;
      /** `entityType` in global form */
      globalEntityType?: 'Service_Account' | 'Service_AccountRole' | 'Service_Activity' | 'Service_AssignedApplication' | 'Service_Authenticator' | 'Service_AuthenticatorEnrollment' | 'Service_Department' | 'Service_DirectoryProvider' | 'Service_Employee' | 'Service_IntegratedApplication' | 'Service_None' | 'Service_ObjectDirectory' | 'Service_PermissionSet' | 'Service_Person' | 'Service_ResourceClass' | 'Service_ResourceInstance' | 'Service_RiskDefinition' | 'Service_RiskViolation' | 'Service_Role' | 'Service_UserGroup';
      /** Global id of the object of the access */
      globalAssignedObjectId?: string;
      /** `assignedObjectType` in global form */
      globalAssignedObjectType?: 'Service_Account' | 'Service_AccountRole' | 'Service_Activity' | 'Service_AssignedApplication' | 'Service_Authenticator' | 'Service_AuthenticatorEnrollment' | 'Service_Department' | 'Service_DirectoryProvider' | 'Service_Employee' | 'Service_IntegratedApplication' | 'Service_None' | 'Service_ObjectDirectory' | 'Service_PermissionSet' | 'Service_Person' | 'Service_ResourceClass' | 'Service_ResourceInstance' | 'Service_RiskDefinition' | 'Service_RiskViolation' | 'Service_Role' | 'Service_UserGroup';
      /** `entitlementSpecification` with global ids */
      globalEntitlementSpecification?: components['schemas']['EntitlementSpecification'];
      /** Where and when the object was read */
      objectMetadata: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata: components['schemas']['EnrichmentMetadata'];
      /** Known logins through the assignment */
      analyticsLoginEventCount?: number;
      /** Known uses of the object through the assignment */
      analyticsResourceAccessEventCount?: number;
      /** Days from the last use to the date of the data */
      analyticsDaysSinceLastActivity?: number;
      /** First known use */
      analyticsFirstActivityDate?: string;
      /** Last known use */
      analyticsLastActivityDate?: string;
    };
    /** Links an entity to the object that it is managed through, such as an account to the user group or role that it is a member of. */
    EntityManagedViaObject: {
      /** Local id of the relationship */
      id: string;
      /** Local id of the managed entity */
      entityId: string;
      /** Type of the managed entity, for example Account */
      entityType: 'Account' | 'AccountRole' | 'Activity' | 'AssignedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'Department' | 'DirectoryProvider' | 'Employee' | 'IntegratedApplication' | 'None' | 'ObjectDirectory' | 'PermissionSet' | 'Person' | 'ResourceClass' | 'ResourceInstance' | 'RiskDefinition' | 'RiskViolation' | 'Role' | 'UserGroup';
      /** Local id of the object that it is managed through */
      managedViaObjectId: string;
      /** Type of that object, for example UserGroup or Role */
      managedViaObjectType: 'Account' | 'AccountRole' | 'Activity' | 'AssignedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'Department' | 'DirectoryProvider' | 'Employee' | 'IntegratedApplication' | 'None' | 'ObjectDirectory' | 'PermissionSet' | 'Person' | 'ResourceClass' | 'ResourceInstance' | 'RiskDefinition' | 'RiskViolation' | 'Role' | 'UserGroup';
      /** How the two sides are federated */
      federationSpecification?: components['schemas']['FederationSpecification'];
      /** Global id of the managed entity */
      globalEntityId?: string;
      /** `entityType` in global form */
      globalEntityType?: 'Service_Account' | 'Service_AccountRole' | 'Service_Activity' | 'Service_AssignedApplication' | 'Service_Authenticator' | 'Service_AuthenticatorEnrollment' | 'Service_Department' | 'Service_DirectoryProvider' | 'Service_Employee' | 'Service_IntegratedApplication' | 'Service_None' | 'Service_ObjectDirectory' | 'Service_PermissionSet' | 'Service_Person' | 'Service_ResourceClass' | 'Service_ResourceInstance' | 'Service_RiskDefinition' | 'Service_RiskViolation' | 'Service_Role' | 'Service_UserGroup';
      /** Global id of the object that it is managed through */
      globalManagedViaObjectId?: string;
      /** `managedViaObjectType` in global form */
      globalManagedViaObjectType?: 'Service_Account' | 'Service_AccountRole' | 'Service_Activity' | 'Service_AssignedApplication' | 'Service_Authenticator' | 'Service_AuthenticatorEnrollment' | 'Service_Department' | 'Service_DirectoryProvider' | 'Service_Employee' | 'Service_IntegratedApplication' | 'Service_None' | 'Service_ObjectDirectory' | 'Service_PermissionSet' | 'Service_Person' | 'Service_ResourceClass' | 'Service_ResourceInstance' | 'Service_RiskDefinition' | 'Service_RiskViolation' | 'Service_Role' | 'Service_UserGroup';
      /** Where and when the object was read */
      objectMetadata: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata: components['schemas']['EnrichmentMetadata'];
    };
    /** A kind of resource that an application holds, such as repositories or folders. */
    ResourceClass: {
      /** Local id of the class */
      id: string;
      /** Name */
      name: string;
      /** Name to show */
      displayName?: string;
      /** Address of the class in the application */
      pageUri?: string;
      /** Data source tag */
      sourceTag?: string;
      /** Where and when the object was read */
      objectMetadata: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata: components['schemas']['EnrichmentMetadata'];
      /** Primary steward, from the system of record. Only for clients that see the whole tenant or have person data */
      sorPrimaryStewardEmail?: string;
      /** Resource instances that were read and name the class as theirs */
      analyticsResourceInstanceCount?: number;
    };
    /** A single resource that an application holds, such as one repository or one folder. */
    ResourceInstance: {
      /** Local id of the resource */
      id: string;
      /** Name */
      name: string;
      /** Name to show */
      displayName?: string;
      /** Local id of the class of the resource */
      resourceClass?: string;
      /** Local id of the resource that contains this one */
      parentId?: string;
      /** Address of the resource in the application */
      pageUri?: string;
      /** True when the source marks the resource as sensitive */
      isSensitive?: boolean;
      /** True when people outside the organisation can reach the resource */
      externallyShared?: boolean;
      /** Local ids of the accounts that own the resource */
      ownerAccountIds?: string[];
      /** When the resource was made */
      createdDate?: string;
      /** When the resource was last changed */
      lastModifiedDate?: string;
      /** Data source tag */
      sourceTag?: string;
      /** Global id of the class of the resource */
      globalResourceClass?: string;
      /** Global id of the resource that contains this one */
      globalParentId?: string;
      /** Where and when the object was read */
      objectMetadata: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata: components['schemas']['EnrichmentMetadata'];
      /** Accounts that reach the resource, nesting included, without those that denials keep out */
      analyticsAccountsWithAccessCount?: number;
      /** True when the accounts were too many to count, so that their number is an estimate that does not consider denials */
      analyticsAccountsWithAccessCountIsApproximate?: boolean;
    };
    /** A department of the organisation. */
    Department: {
      /** Local id of the department */
      id: string;
      /** Name */
      name: string;
      /** Short code */
      code?: string;
      /** E-mail address of the head of the department */
      managerEmail?: string;
      /** Cost centre that the department is booked on */
      costCenter?: string;
      /** Where and when the object was read */
      objectMetadata: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata: components['schemas']['EnrichmentMetadata'];
      /** People in the department, without those of departments below it */
      analyticsMemberCount?: number;
    };
    /** A container that holds accounts, roles, groups or applications, such as a domain, an organizational unit or a project. */
    ObjectDirectory: {
      /** Local id of the directory */
      id: string;
      /** Name */
      name: string;
      /** What the source says the directory is for */
      description?: string;
      /** What kind of container it is */
      type: 'Domain' | 'OrganizationalUnit' | 'Container' | 'Project' | 'Unknown';
      /** Full path or distinguished name (RFC 4514) */
      path?: string;
      /** Local id of the directory that contains this one */
      parentId?: string;
      /** Local id of the provider that the directory belongs to */
      directoryProviderId?: string;
      /** When the directory was made */
      createdDate?: string;
      /** When the directory was last changed */
      lastModifiedDate?: string;
      /** Data source tag */
      sourceTag?: string;
      /** Global id of the directory that contains this one */
      globalParentId?: string;
      /** Global id of the provider that the directory belongs to */
      globalDirectoryProviderId?: string;
      /** Where and when the object was read */
      objectMetadata: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata: components['schemas']['EnrichmentMetadata'];
      /** Accounts that the directory holds */
      analyticsAccountCount?: number;
      /** User groups that the directory holds */
      analyticsUserGroupCount?: number;
      /** Roles that the directory holds */
      analyticsRoleCount?: number;
    };
    /** A directory that defines how accounts are synced from it, such as an Active Directory forest. */
    DirectoryProvider: {
      /** Local id of the provider */
      id: string;
      /** Name */
      name: string;
      /** What the source says of the provider */
      description?: string;
      /** What kind of directory it is */
      type: 'ActiveDirectory' | 'LDAP' | 'SCIM' | 'IdentityProvider' | 'HumanResources' | 'OperatingSystem' | 'Unknown';
      /** Vendor of the directory */
      vendorName?: string;
      /** DNS domains for which the directory is responsible */
      domains?: string[];
      /** True when the sync runs */
      isActive?: boolean;
      /** True when the directory, not the application, decides the synced fields */
      isAuthoritative?: boolean;
      /** Direction in which changes are synced, seen from the application */
      syncDirection?: 'Inbound' | 'Outbound' | 'Bidirectional' | 'Unknown';
      /** When the directory was last synced */
      lastSyncDate?: string;
      /** When the provider was set up */
      createdDate?: string;
      /** When the provider was last changed */
      lastModifiedDate?: string;
      /** Data source tag */
      sourceTag?: string;
      /** Where and when the object was read */
      objectMetadata: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata: components['schemas']['EnrichmentMetadata'];
      /** Accounts that are synced through the provider. Only for clients that see the whole tenant or have person data */
      analyticsSyncedAccountCount?: number;
    };
    /** A named bundle of permissions that an application gives as a whole. */
    PermissionSet: {
      /** Local id of the permission set */
      id: string;
      /** Name */
      name: string;
      /** What the application says the set is for */
      description?: string;
      /** Who defines the set: privileged users (Custom) or the application (Standard) */
      type: 'Custom' | 'Standard' | 'Unknown';
      /** What the set permits */
      permissions?: components['schemas']['Permissions'];
      /** Local id of the class of resources that the set applies to */
      resourceClass?: string;
      /** Local id of the account that made the set */
      createdBy?: string;
      /** When the set was made */
      createdDate?: string;
      /** Local id of the account that last changed the set */
      lastModifiedBy?: string;
      /** When the set was last changed */
      lastModifiedDate?: string;
      /** Data source tag */
      sourceTag?: string;
      /** Global id of the class of resources that the set applies to */
      globalResourceClass?: string;
      /** Global id of the account that made the set */
      globalCreatedBy?: string;
      /** Global id of the account that last changed the set */
      globalLastModifiedBy?: string;
      /** Where and when the object was read */
      objectMetadata: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata: components['schemas']['EnrichmentMetadata'];
      /** Accounts that hold the set, nesting included */
      analyticsAccountsWithAccessCount?: number;
      /** Roles that hold the set */
      analyticsAssignedRoleCount?: number;
    };
    /** Somebody who works for the organisation, as an HR system records it. */
    Employee: {
      /** Local id of the employee in the HR system */
      id: string;
      /** Employee number, by which other systems know the employee */
      employeeNumber?: string;
      /** Full name */
      name?: string;
      /** Name to show; `name` where the source has none */
      displayName?: string;
      /** Given name */
      firstName?: string;
      /** Family name */
      lastName?: string;
      /** Work e-mail address */
      email?: string;
      /** Further e-mail addresses */
      alternateEmails?: string[];
      /** Whether the employee works for the organisation at present */
      employmentStatus: 'Active' | 'Leave' | 'Terminated' | 'Unknown';
      /** Type of employment */
      employmentType?: 'Employee' | 'Contractor' | 'Intern' | 'Temporary' | 'Vendor' | 'Unknown';
      /** First day of work */
      hireDate?: string;
      /** Last day of work, once it is known */
      terminationDate?: string;
      /** Job title */
      title?: string;
      /** Job profile id */
      jobCode?: string;
      /** Job family */
      jobFamily?: string;
      /** Broadest grouping of jobs */
      jobFamilyGroup?: string;
      /** Role-level descriptor of the job */
      jobFunction?: string;
      /** Name of the department */
      department?: string;
      /** Local id of the department */
      departmentId?: string;
      /** Cost centre */
      costCenter?: string;
      /** Legal entity that employs the employee */
      companyName?: string;
      /** Place of work */
      location?: string;
      /** Country of work, ISO 3166-1 alpha-2 */
      countryCode?: string;
      /** Local id of the manager */
      managerEmployeeId?: string;
      /** E-mail address of the manager */
      managerEmail?: string;
      /** When the record was made */
      createdDate?: string;
      /** When the record was last changed */
      lastModifiedDate?: string;
      /** Data source tag */
      sourceTag?: string;
      /** Further facts of the source, and raw values that an enumeration does not have */
      profileMetadata?: components['schemas']['MetadataItem'][];
      /** Global id of the department */
      globalDepartmentId?: string;
      /** Global id of the manager */
      globalManagerEmployeeId?: string;
      /** Where and when the object was read */
      objectMetadata: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata: components['schemas']['EnrichmentMetadata'];
      /** Global id of the person that the employee is. Absent where the client may not see the object */
      enrichedPersonId?: string;
      /** Accounts that were joined to the employee’s person. Only for clients that see the whole tenant or have person data */
      analyticsAccountCount?: number;
      /** Accounts that were joined to the employee’s person and are enabled. Only for clients that see the whole tenant or have person data */
      analyticsEnabledAccountCount?: number;
    };
    /** The identity that owns accounts: enrichment joins the accounts and the HR record of one human being. */
    Person: {
      /** Id of the person, stable while the evidence that joins the accounts is the same */
      id: string;
      /** Name to show */
      displayName: string;
      /** Primary e-mail address */
      email?: string;
      /** Further e-mail addresses of the person’s accounts */
      alternateEmails?: string[];
      /** Local id of the employee that the person is */
      employeeId?: string;
      /** Employee number */
      employeeNumber?: string;
      /** Whether the person works for the organisation at present */
      employmentStatus?: 'Active' | 'Leave' | 'Terminated' | 'Unknown';
      /** Type of employment */
      employmentType?: 'Employee' | 'Contractor' | 'Intern' | 'Temporary' | 'Vendor' | 'Unknown';
      /** First day of work */
      hireDate?: string;
      /** Last day of work, once it is known */
      terminationDate?: string;
      /** Job title */
      title?: string;
      /** Name of the department */
      department?: string;
      /** Legal entity that employs the person */
      companyName?: string;
      /** Id of the manager’s person */
      managerPersonId?: string;
      /** E-mail address of the manager */
      managerEmail?: string;
      /** Evidence by which accounts were joined to the person, such as `email` or `employeeNumber` */
      joinedBy?: string[];
      /** Global id of the employee that the person is. Absent where the client may not see the object */
      globalEmployeeId?: string;
      /** Global id of the manager’s person. Absent where the client may not see the object */
      globalManagerPersonId?: string;
      /** Where and when the object was read */
      objectMetadata: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata: components['schemas']['EnrichmentMetadata'];
      /** Accounts that were joined to the person. Only for clients that see the whole tenant or have person data */
      analyticsAccountCount?: number;
      /** Accounts that were joined to the person and are enabled. Only for clients that see the whole tenant or have person data */
      analyticsEnabledAccountCount?: number;
      /** Accounts that were joined to the person and administer their application instance. Only for clients that see the whole tenant or have person data */
      analyticsAdminAccountCount?: number;
      /** Machine and token accounts that the person’s accounts own. Only for clients that see the whole tenant or have person data */
      analyticsNonHumanIdentityCount?: number;
      /** Applications that the person’s accounts reach. Only for clients that see the whole tenant or have person data */
      analyticsAssignedApplicationCount?: number;
      /** Last activity of any of the accounts. Only for clients that see the whole tenant or have person data */
      analyticsLastActivityDate?: string;
      /** Days from the last activity to the date of the data. Only for clients that see the whole tenant or have person data */
      analyticsDaysSinceLastActivity?: number;
      /** Severity of the worst open risk violation of any of the accounts. Only for clients that see the whole tenant or have person data */
      analyticsAccessRiskPosture?: 'Critical' | 'High' | 'Medium' | 'Low' | 'None';
      /** Open risk violations of the person and the accounts. Only for clients that see the whole tenant or have person data */
      analyticsRiskViolationCount?: number;
    };
    /** Something that an account did, as a source’s event log records it. */
    Activity: {
      /** Local id of the event */
      id: string;
      /** The source’s own name of the event, for example `user.session.start` */
      eventType: string;
      /** What kind of activity it was */
      category: 'Login' | 'ResourceAccess' | 'Administration' | 'Unknown';
      /** When it happened */
      occurredAt: string;
      /** Whether it succeeded */
      outcome: 'Success' | 'Failure' | 'Unknown';
      /** Why it failed or was refused, as the source says */
      outcomeReason?: string;
      /** What happened, in the source’s words */
      description?: string;
      /** Local id of the account that acted */
      actorAccountId?: string;
      /** Local id of what was acted on */
      targetObjectId?: string;
      /** Type of what was acted on, for example AssignedApplication */
      targetObjectType?: 'Account' | 'AccountRole' | 'Activity' | 'AssignedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'Department' | 'DirectoryProvider' | 'Employee' | 'IntegratedApplication' | 'None' | 'ObjectDirectory' | 'PermissionSet' | 'Person' | 'ResourceClass' | 'ResourceInstance' | 'RiskDefinition' | 'RiskViolation' | 'Role' | 'UserGroup';
      /** Address that the actor came from, IPv4 or IPv6 */
      ipAddress?: string;
      /** Client that the actor used */
      userAgent?: string;
      /** Where the actor was, as far as the source knows */
      location?: components['schemas']['LocationSpecification'];
      /** Methods that a login used */
      authenticationMethods?: components['schemas']['AuthenticationMethod'][];
      /** Session that the activity was part of */
      sessionId?: string;
      /** Further facts of the source, and raw values that an enumeration does not have */
      profileMetadata?: components['schemas']['MetadataItem'][];
      /** Data source tag */
      sourceTag?: string;
      /** Global id of the account that acted */
      globalActorAccountId?: string;
      /** Global id of what was acted on */
      globalTargetObjectId?: string;
      /** `targetObjectType` in global form */
      globalTargetObjectType?: 'Service_Account' | 'Service_AccountRole' | 'Service_Activity' | 'Service_AssignedApplication' | 'Service_Authenticator' | 'Service_AuthenticatorEnrollment' | 'Service_Department' | 'Service_DirectoryProvider' | 'Service_Employee' | 'Service_IntegratedApplication' | 'Service_None' | 'Service_ObjectDirectory' | 'Service_PermissionSet' | 'Service_Person' | 'Service_ResourceClass' | 'Service_ResourceInstance' | 'Service_RiskDefinition' | 'Service_RiskViolation' | 'Service_Role' | 'Service_UserGroup';
      /** Where and when the object was read */
      objectMetadata: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata: components['schemas']['EnrichmentMetadata'];
      /** Global id of the person whose account acted. Absent where the client may not see the object */
      enrichedPersonId?: string;
    };
    /** A rule that defines which state of identities or access is a risk. The service has its own rules; sources may add theirs. */
    RiskDefinition: {
      /** Local id of the rule */
      id: string;
      /** Name */
      name: string;
      /** Which state is a risk, and why */
      description?: string;
      /** How bad a violation is */
      severity: 'Critical' | 'High' | 'Medium' | 'Low';
      /** What the risk is about */
      type: 'Identity' | 'Security' | 'Access';
      /** True when the rule is checked */
      isEnabled?: boolean;
      /** Types of objects that can violate the rule */
      entityTypes?: ('Account' | 'AccountRole' | 'Activity' | 'AssignedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'Department' | 'DirectoryProvider' | 'Employee' | 'IntegratedApplication' | 'None' | 'ObjectDirectory' | 'PermissionSet' | 'Person' | 'ResourceClass' | 'ResourceInstance' | 'RiskDefinition' | 'RiskViolation' | 'Role' | 'UserGroup')[];
      /** What to do about a violation */
      remediation?: string;
      /** Controls of standards to which the rule belongs, for example `ISO/IEC 27001:2022 A.5.18` */
      references?: string[];
      /** When the rule was made */
      createdDate?: string;
      /** When the rule was last changed */
      lastModifiedDate?: string;
      /** Data source tag */
      sourceTag?: string;
      /** Where and when the object was read */
      objectMetadata: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata: components['schemas']['EnrichmentMetadata'];
      /** Open violations of the rule. Only for clients that see the whole tenant or have person data */
      analyticsOpenViolationCount?: number;
    };
    /** An object that violates a risk definition. Found by the service, or reported by a source. */
    RiskViolation: {
      /** Local id of the violation */
      id: string;
      /** Local id of the violated rule */
      riskDefinitionId: string;
      /** Local id of the object at risk */
      entityId: string;
      /** Type of the object at risk */
      entityType: 'Account' | 'AccountRole' | 'Activity' | 'AssignedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'Department' | 'DirectoryProvider' | 'Employee' | 'IntegratedApplication' | 'None' | 'ObjectDirectory' | 'PermissionSet' | 'Person' | 'ResourceClass' | 'ResourceInstance' | 'RiskDefinition' | 'RiskViolation' | 'Role' | 'UserGroup';
      /** How bad the violation is */
      severity: 'Critical' | 'High' | 'Medium' | 'Low';
      /** What the risk is about */
      type?: 'Identity' | 'Security' | 'Access';
      /** Whether the violation is open; Suppressed means that somebody accepted it */
      status: 'Open' | 'Resolved' | 'Suppressed' | 'Unknown';
      /** When the violation was first seen */
      detectedAt: string;
      /** When the violation was last seen; while it is open, the service changes this once a day */
      lastObservedAt?: string;
      /** When the violation was first found to be gone */
      resolvedAt?: string;
      /** What is wrong with this object, in a sentence */
      description?: string;
      /** The facts that make it a violation */
      evidence?: components['schemas']['MetadataItem'][];
      /** Controls of standards to which the violated rule belongs, for example `OWASP NHI1:2025` */
      references?: string[];
      /** Why somebody accepted the violation */
      suppressionReason?: string;
      /** When the acceptance ends; then the violation is open again */
      suppressedUntil?: string;
      /** Data source tag */
      sourceTag?: string;
      /** Global id of the violated rule. Absent where the client may not see the object */
      globalRiskDefinitionId?: string;
      /** Global id of the object at risk */
      globalEntityId?: string;
      /** `entityType` in global form */
      globalEntityType?: 'Service_Account' | 'Service_AccountRole' | 'Service_Activity' | 'Service_AssignedApplication' | 'Service_Authenticator' | 'Service_AuthenticatorEnrollment' | 'Service_Department' | 'Service_DirectoryProvider' | 'Service_Employee' | 'Service_IntegratedApplication' | 'Service_None' | 'Service_ObjectDirectory' | 'Service_PermissionSet' | 'Service_Person' | 'Service_ResourceClass' | 'Service_ResourceInstance' | 'Service_RiskDefinition' | 'Service_RiskViolation' | 'Service_Role' | 'Service_UserGroup';
      /** Where and when the object was read */
      objectMetadata: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata: components['schemas']['EnrichmentMetadata'];
      /** Global id of the person responsible for the object. Absent where the client may not see the object */
      enrichedPersonId?: string;
      /** Days from detection to resolution, or to the date of the data */
      analyticsDaysOpen?: number;
    };
    AccessDecision: {
      /** Whether the data show the access. False whenever it is not known */
      decision: boolean;
      /** On what the decision is based */
      context: {
        /** The version of the data; absent when nothing was looked up */
        version?: number;
        /** When that version was made */
        generatedAt?: string;
        /** Present when the decision is false */
        reason?: {
          /** `NOT_GRANTED`: The data hold no grant of this action; `DENIED`: A denial takes away what a grant gives; `CONDITIONAL`: Only grants with conditions give it, and it is not known whether they hold; `PERMISSION_NOT_STATED`: The source says that there is access, but not which; `SUBJECT_DISABLED`: The account is disabled; of a person, every account that has the access; `SUBJECT_NOT_FOUND`: There is no such subject, or the client may not see it; `SUBJECT_AMBIGUOUS`: Several objects have the id; send the global id, or `properties.applicationInstanceId`; `SUBJECT_TYPE_UNKNOWN`: The type is none that can have access; `RESOURCE_NOT_FOUND`: There is no such resource, or the client may not see it; `RESOURCE_AMBIGUOUS`: Several objects have the id; send the global id, or `properties.applicationInstanceId`; `RESOURCE_TYPE_UNKNOWN`: The type is none that access can be given to; `TOO_LARGE`: The graph between the two is too large to decide; `BAD_REQUEST`: The evaluation is not valid; `error` says why */
          code: 'NOT_GRANTED' | 'DENIED' | 'CONDITIONAL' | 'PERMISSION_NOT_STATED' | 'SUBJECT_DISABLED' | 'SUBJECT_NOT_FOUND' | 'SUBJECT_AMBIGUOUS' | 'SUBJECT_TYPE_UNKNOWN' | 'RESOURCE_NOT_FOUND' | 'RESOURCE_AMBIGUOUS' | 'RESOURCE_TYPE_UNKNOWN' | 'TOO_LARGE' | 'BAD_REQUEST';
          /** The same for people */
          message: string;
        };
        /** Present when the evaluation is not valid: why */
        error?: {
          /** The HTTP status that the evaluation would have alone */
          status: number;
          /** For people */
          message: string;
        };
        /** Present when the decision is true: the shortest path that gives it, where it is known */
        evidence?: {
          /** Of a person: the account that has the access */
          account?: {
            /** Type of the object, as `type` of entities */
            type: string;
            /** Global id of the object */
            id: string;
            /** Its name; absent when it was not read */
            name?: string;
          };
          /** The steps from the account to the resource */
          path: {
            /** `Membership`, `Grant` or `Containment` */
            kind: string;
            /** Global id of the relationship; containments have none */
            id?: string;
            /** Where the step begins */
            from: {
              /** Type of the object, as `type` of entities */
              type: string;
              /** Global id of the object */
              id: string;
              /** Its name; absent when it was not read */
              name?: string;
            };
            /** Where it leads */
            to: {
              /** Type of the object, as `type` of entities */
              type: string;
              /** Global id of the object */
              id: string;
              /** Its name; absent when it was not read */
              name?: string;
            };
          }[];
        };
      };
    };
    AccessDecisions: {
      /** In the order of the request; fewer, when the semantic ends it early */
      evaluations?: components['schemas']['AccessDecision'][];
      /** Of a request without `evaluations` */
      decision?: boolean;
      /** On what the decision is based */
      context?: {
        /** The version of the data; absent when nothing was looked up */
        version?: number;
        /** When that version was made */
        generatedAt?: string;
        /** Present when the decision is false */
        reason?: {
          /** `NOT_GRANTED`: The data hold no grant of this action; `DENIED`: A denial takes away what a grant gives; `CONDITIONAL`: Only grants with conditions give it, and it is not known whether they hold; `PERMISSION_NOT_STATED`: The source says that there is access, but not which; `SUBJECT_DISABLED`: The account is disabled; of a person, every account that has the access; `SUBJECT_NOT_FOUND`: There is no such subject, or the client may not see it; `SUBJECT_AMBIGUOUS`: Several objects have the id; send the global id, or `properties.applicationInstanceId`; `SUBJECT_TYPE_UNKNOWN`: The type is none that can have access; `RESOURCE_NOT_FOUND`: There is no such resource, or the client may not see it; `RESOURCE_AMBIGUOUS`: Several objects have the id; send the global id, or `properties.applicationInstanceId`; `RESOURCE_TYPE_UNKNOWN`: The type is none that access can be given to; `TOO_LARGE`: The graph between the two is too large to decide; `BAD_REQUEST`: The evaluation is not valid; `error` says why */
          code: 'NOT_GRANTED' | 'DENIED' | 'CONDITIONAL' | 'PERMISSION_NOT_STATED' | 'SUBJECT_DISABLED' | 'SUBJECT_NOT_FOUND' | 'SUBJECT_AMBIGUOUS' | 'SUBJECT_TYPE_UNKNOWN' | 'RESOURCE_NOT_FOUND' | 'RESOURCE_AMBIGUOUS' | 'RESOURCE_TYPE_UNKNOWN' | 'TOO_LARGE' | 'BAD_REQUEST';
          /** The same for people */
          message: string;
        };
        /** Present when the evaluation is not valid: why */
        error?: {
          /** The HTTP status that the evaluation would have alone */
          status: number;
          /** For people */
          message: string;
        };
        /** Present when the decision is true: the shortest path that gives it, where it is known */
        evidence?: {
          /** Of a person: the account that has the access */
          account?: {
            /** Type of the object, as `type` of entities */
            type: string;
            /** Global id of the object */
            id: string;
            /** Its name; absent when it was not read */
            name?: string;
          };
          /** The steps from the account to the resource */
          path: {
            /** `Membership`, `Grant` or `Containment` */
            kind: string;
            /** Global id of the relationship; containments have none */
            id?: string;
            /** Where the step begins */
            from: {
              /** Type of the object, as `type` of entities */
              type: string;
              /** Global id of the object */
              id: string;
              /** Its name; absent when it was not read */
              name?: string;
            };
            /** Where it leads */
            to: {
              /** Type of the object, as `type` of entities */
              type: string;
              /** Global id of the object */
              id: string;
              /** Its name; absent when it was not read */
              name?: string;
            };
          }[];
        };
      };
    };
    EntitySearchResult: {
      /** A page may be shorter than asked for, or empty, and still have a next one */
      results: {
        /** Type of the object, as `type` of entities */
        type: string;
        /** Global id */
        id: string;
        /** More about it */
        properties: {
          /** Its name; absent when it has none */
          name?: string;
        };
      }[];
      /** Where the results continue */
      page: {
        /** Empty: there are no more */
        next_token: string;
      };
      /** On what the results are based */
      context: {
        /** The version of the data */
        version: number;
      };
    };
    ActionSearchResult: {
      /** The actions that the subject may do */
      results: {
        /** Name of the action */
        name: string;
      }[];
      /** Where the results continue */
      page: {
        /** Empty: there are no more */
        next_token: string;
      };
      /** On what the decision is based */
      context: {
        /** The version of the data; absent when nothing was looked up */
        version?: number;
        /** When that version was made */
        generatedAt?: string;
        /** Present when the decision is false */
        reason?: {
          /** `NOT_GRANTED`: The data hold no grant of this action; `DENIED`: A denial takes away what a grant gives; `CONDITIONAL`: Only grants with conditions give it, and it is not known whether they hold; `PERMISSION_NOT_STATED`: The source says that there is access, but not which; `SUBJECT_DISABLED`: The account is disabled; of a person, every account that has the access; `SUBJECT_NOT_FOUND`: There is no such subject, or the client may not see it; `SUBJECT_AMBIGUOUS`: Several objects have the id; send the global id, or `properties.applicationInstanceId`; `SUBJECT_TYPE_UNKNOWN`: The type is none that can have access; `RESOURCE_NOT_FOUND`: There is no such resource, or the client may not see it; `RESOURCE_AMBIGUOUS`: Several objects have the id; send the global id, or `properties.applicationInstanceId`; `RESOURCE_TYPE_UNKNOWN`: The type is none that access can be given to; `TOO_LARGE`: The graph between the two is too large to decide; `BAD_REQUEST`: The evaluation is not valid; `error` says why */
          code: 'NOT_GRANTED' | 'DENIED' | 'CONDITIONAL' | 'PERMISSION_NOT_STATED' | 'SUBJECT_DISABLED' | 'SUBJECT_NOT_FOUND' | 'SUBJECT_AMBIGUOUS' | 'SUBJECT_TYPE_UNKNOWN' | 'RESOURCE_NOT_FOUND' | 'RESOURCE_AMBIGUOUS' | 'RESOURCE_TYPE_UNKNOWN' | 'TOO_LARGE' | 'BAD_REQUEST';
          /** The same for people */
          message: string;
        };
        /** Present when the evaluation is not valid: why */
        error?: {
          /** The HTTP status that the evaluation would have alone */
          status: number;
          /** For people */
          message: string;
        };
        /** Present when the decision is true: the shortest path that gives it, where it is known */
        evidence?: {
          /** Of a person: the account that has the access */
          account?: {
            /** Type of the object, as `type` of entities */
            type: string;
            /** Global id of the object */
            id: string;
            /** Its name; absent when it was not read */
            name?: string;
          };
          /** The steps from the account to the resource */
          path: {
            /** `Membership`, `Grant` or `Containment` */
            kind: string;
            /** Global id of the relationship; containments have none */
            id?: string;
            /** Where the step begins */
            from: {
              /** Type of the object, as `type` of entities */
              type: string;
              /** Global id of the object */
              id: string;
              /** Its name; absent when it was not read */
              name?: string;
            };
            /** Where it leads */
            to: {
              /** Type of the object, as `type` of entities */
              type: string;
              /** Global id of the object */
              id: string;
              /** Its name; absent when it was not read */
              name?: string;
            };
          }[];
        };
      };
    };
    IcebergConfig: {
      /** Settings that a client may override */
      defaults: {
        [name: string]: string;
      };
      /** Settings that a client must take */
      overrides: {
        [name: string]: string;
      };
      /** What the catalogue answers */
      endpoints: string[];
    };
    IcebergError: {
      /** What is wrong */
      error: {
        /** For people */
        message: string;
        /** The name of the error in the Iceberg REST specification, for example `NoSuchTableException` */
        type: string;
        /** The HTTP status */
        code: number;
      };
    };
    IcebergNamespaceList: {
      /** The one that the client may read */
      namespaces: string[][];
    };
    IcebergNamespace: {
      /** One part: the name of the tenant */
      namespace: string[];
      /** Empty: a namespace has none here */
      properties: {
        [name: string]: string;
      };
    };
    IcebergTableList: {
      /** The tables of the namespace */
      identifiers: {
        /** One part: the name of the tenant */
        namespace: string[];
        /** Name of the table */
        name: string;
      }[];
    };
    IcebergTable: {
      /** Where the metadata lies in the folder or bucket of the storage */
      'metadata-location': string;
      /** The metadata of the table, format version 2 */
      metadata: {
        [name: string]: unknown;
      };
      /** Settings with which the client reads the files of the table */
      config: {
        [name: string]: string;
      };
    };
    Principal: {
      /** For example `user` */
      type: string;
      /** Opaque and stable */
      id: string;
    };
    SavedQuery: {
      /** Opaque and stable; key on it, never on the name */
      query_id: string;
      /** Unique in the tenant whatever the case of its letters */
      name: string;
      /** Stored as it is; checked when it is executed */
      query_string: string;
      /** Semantic model that the query targets */
      model: string;
      /** What the query is for */
      description?: string;
      /** Who saved it first */
      created_by: components['schemas']['Principal'];
      /** Who saved it last */
      last_modified_by: components['schemas']['Principal'];
      /** 1 on creation, one more on each update */
      version: number;
      /** When it was saved first */
      created_at: string;
      /** When it was saved last */
      last_modified_at: string;
    };
    SavedQueryList: {
      /** The items of this page, in order */
      items: components['schemas']['SavedQuery'][];
      /** Present while more pages remain, even when this page is empty */
      nextPageToken?: string;
    };
    QueryResult: {
      /** The columns of the result, in order */
      columns: {
        /** Name of the column */
        name: string;
        /** Its type in DuckDB */
        type: string;
      }[];
      /** Values in the order of the columns */
      rows: unknown[][];
      /** Rows on this page */
      row_count: number;
      /** Present while more pages remain, even when this page is empty */
      nextPageToken?: string;
      /** How long the query ran, in milliseconds */
      elapsed_ms: number;
      /** Version of the data that the query ran on */
      warehouse_version: string;
    };
    PackedQueryList: {
      /** The queries that come with the service */
      items: {
        /** Name of the query */
        name: string;
        /** What the query answers */
        description: string;
        /** Subjects, by which queries are found */
        tags: string[];
        /** The `:name` placeholders of the query */
        parameters: {
          /** Its name in the query, without the colon */
          name: string;
          /** The value that counts when none is given */
          example: number | string;
          /** What it means */
          description: string;
        }[];
        /** The SQL of the query */
        query_string: string;
      }[];
    };
    SchemaModelList: {
      /** What the lists serve */
      resources: {
        /** Object or relationship type */
        type: string;
        /** What people call the type */
        title: string;
        /** What such an object or relationship is */
        description: string;
        /** `edge`: served as a text */
        kind: 'object' | 'relationship' | 'edge';
        /** The lists that serve the type */
        collections: {
          /** Path of the list */
          path: string;
          /** What people call the list */
          title: string;
          /** Which objects are in it */
          description: string;
        }[];
        /** The fields that lists and gets serve */
        fields: {
          /** As filters name it: a member of an object follows a point */
          name: string;
          /** What people call it */
          label: string;
          /** In which form people want to see the values. A `time` at midnight in UTC is a date without a time */
          format: 'text' | 'e-mail' | 'count' | 'days' | 'yes or no' | 'choice' | 'time' | 'id' | 'list' | 'structure';
          /** In words: `timestamp`, `id of Account`, `AccountType`; `[]` after a list */
          type: string;
          /** What the field means */
          description: string;
          /** `connector`: read from the source. `landing`, `enrichment`, `analytics` and `system of record`: made by the service */
          filledBy: 'connector' | 'landing' | 'enrichment' | 'analytics' | 'system of record';
          /** True when every object has it */
          isRequired: boolean;
          /** The values of an enumeration */
          values?: string[];
          /** As which type filters see it */
          dataType: 'string' | 'number' | 'boolean' | 'timestamp' | 'enum';
          /** The operators that filters can use */
          filterTypes: ('eq' | 'ne' | 'in' | 'notIn' | 'contains' | 'notContains' | 'matches' | 'isNull' | 'isNotNull' | 'gt' | 'gte' | 'lt' | 'lte' | 'between' | 'last')[];
        }[];
      }[];
      /** The semantic models, for queries */
      items: {
        /** Name of the model, as queries name it */
        name: string;
        /** What the model is for */
        description: string;
        /** The tables that queries can read */
        tables: {
          /** Name of the table, as queries write it */
          name: string;
          /** What a row of it is */
          description: string;
          /** Its columns, in order */
          columns: {
            /** Name of the column, as queries write it */
            name: string;
            /** Its type in DuckDB */
            type: string;
            /** What it holds, its unit, and when it is NULL */
            description: string;
          }[];
        }[];
      }[];
    };
    FacetList: {
      /** Objects that the filters select */
      totalCount: number;
      /** One for each field that was asked for */
      facets: {
        /** The field that the values are of */
        field: string;
        /** The most frequent values, the most frequent first */
        values: {
          /** A value of the field; of a list, one of its values */
          value: string | number | boolean;
          /** Objects with this value */
          count: number;
        }[];
        /** How many different values there are */
        distinctCount: number;
        /** Objects without the field */
        missingCount: number;
      }[];
    };
    DownloadRequest: {
      /** Id of the download */
      id: string;
      /** `accepted`: the file is not there yet */
      status: 'accepted' | 'completed' | 'failed';
      /** Where the file is fetched without a token, for 5 minutes; only when completed */
      url?: string;
      /** Why it failed; only when failed */
      error?: {
        /** Stable; branch on it */
        code: string;
        /** For people */
        message: string;
      };
    };
    SavedFile: {
      /** Name of the file */
      name: string;
      /** Its size */
      bytes: number;
    };
    DownloadList: {
      /** The items of this page, in order */
      items: {
        /** Id of the download */
        id: string;
        /** `accepted`: the file is not there yet */
        status: 'accepted' | 'completed' | 'failed';
        /** Where the file is fetched without a token, for 5 minutes; only when completed */
        url?: string;
        /** Why it failed; only when failed */
        error?: {
          /** Stable; branch on it */
          code: string;
          /** For people */
          message: string;
        };
        /** What the file lists */
        context: string;
        /** Format of the file */
        format: string;
        /** Version of the data */
        version: string;
        /** When it was requested */
        createdAt: string;
        /** When it was completed or failed; absent until then */
        endedAt?: string;
        /** Only when completed, as `bytes` */
        rows?: number;
        /** Size of the file */
        bytes?: number;
      }[];
      /** Present while more pages remain, even when this page is empty */
      nextPageToken?: string;
    };
    DownloadManifest: {
      /** Id of the download */
      id: string;
      /** What the file lists */
      context: string;
      /** Filters, sorts and format, as they were requested */
      params: {
        [name: string]: unknown;
      };
      /** Name of the tenant */
      tenant: string;
      /** The only application instances whose rows the client may see; absent: all */
      applicationInstanceIds?: string[];
      /** Version of the data */
      version: string;
      /** The earlier version that was compared with it */
      since?: string;
      /** When the export was requested */
      createdAt: string;
      /** When the file was complete */
      completedAt: string;
      /** Rows of the file */
      rows: number;
      /** Size of the file */
      bytes: number;
      /** Digest of the file, hexadecimal */
      sha256: string;
      /** In order, with DuckDB types */
      columns: {
        /** Name of the column */
        name: string;
        /** Its type in DuckDB */
        type: string;
      }[];
      /** When each source was read */
      sources: {
        /** Name of the source */
        sourceId: string;
        /** Id of the application instance that it is */
        applicationInstanceId: string;
        /** When the oldest of its objects was read */
        oldestReadAt: string;
        /** When the newest of its objects was read */
        newestReadAt: string;
      }[];
    };
    /** `/scim/v2/Schemas` describes its attributes */
    ScimResource: {
      /** URIs of the schemas that its attributes are of */
      schemas: string[];
      /** Of users and groups, their global id */
      id?: string;
      [name: string]: unknown;
    };
    ScimList: {
      /** URI of the schema of this answer */
      schemas: string[];
      /** Resources of the whole list */
      totalResults: number;
      /** Only where the list is paged by index */
      startIndex?: number;
      /** Resources on this page */
      itemsPerPage: number;
      /** Where a list that is paged by cursor continues (RFC 9865) */
      nextCursor?: string;
      /** The resources of this page */
      Resources: {
        [name: string]: unknown;
      }[];
    };
    BlastRadius: {
      /** Global id of the account */
      id: string;
      /** Other accounts that it can act as. Absent when this is not known: its source brings no access assignments, a denial takes some away, or counting would take too long */
      count?: number;
      /** The accounts that were found, by application instance and type, the largest first */
      counts: {
        /** The application instance of the accounts */
        applicationInstanceId: string;
        /** Type of the accounts */
        type: 'User' | 'Machine' | 'Token';
        /** How many accounts of this instance and type */
        count: number;
      }[];
      /** Up to 100 examples. Each begins at the account, and its last step is an account that it can act as. They are spread over instances and types, administrators and short chains first */
      chains: {
        /** Global id; of an application instance, its id */
        objectId: string;
        /** Type of the object */
        objectType: 'Account' | 'UserGroup' | 'Role' | 'PermissionSet' | 'ObjectDirectory' | 'ApplicationInstance' | 'Key';
        /** Username of an account, name of anything else */
        objectName?: string;
        /** The application instance that the object is in; absent when it is in none */
        applicationInstanceId?: string;
        /** How the step leads here from what comes before: `Key` (is a key of): it is a token or key of the account: both have the same hash identifier; `Membership` (is in): it is a member of the group or role, and holds what this holds; `Impersonation` (can act as): an entitlement names impersonation, assuming of a role or delegation over it; `Joining` (can join): an entitlement lets it add members to the group, and a member holds what the group holds; `Administration` (administers): it can administer the credentials of the application instance; `SingleSignOn` (signs in to): people sign in to the account from it by SSO; `Content` (contains): the group, directory or application instance before it contains it, and everything in that can be acted as */
        reason: 'Key' | 'Membership' | 'Impersonation' | 'Joining' | 'Administration' | 'SingleSignOn' | 'Content';
        /** Global id of the access assignment or of the managed-via relationship */
        evidenceId?: string;
        /** The hash identifier, the specifier of the entitlement, or the flags of the account */
        evidence?: string;
      }[][];
    };
    ReachedObject: {
      /** Global id of the object */
      objectId: string;
      /** Type of the object */
      objectType: 'Account' | 'AccountRole' | 'Activity' | 'AssignedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'Department' | 'DirectoryProvider' | 'Employee' | 'IntegratedApplication' | 'None' | 'ObjectDirectory' | 'PermissionSet' | 'Person' | 'ResourceClass' | 'ResourceInstance' | 'RiskDefinition' | 'RiskViolation' | 'Role' | 'UserGroup';
      /** Name of the object, of an account its alias; absent when the object was not read */
      objectName?: string;
      /** Id of its application instance */
      applicationInstanceId: string;
      /** Steps of the shortest path: memberships, the assignment, and containments; 1 is direct */
      hops: number;
      /** What denials leave. `Other`: a grant gives access without saying which. `Privileged` qualifies the others. `Member`: the account is in the group, role or permission set */
      permissions: ('Create' | 'Read' | 'Update' | 'Delete' | 'Execute' | 'Share' | 'Privileged' | 'Other' | 'Member')[];
      /** Since when the access exists: since the newest step of a path came, and of several paths, of the oldest one. Absent when there are too many paths to tell */
      since?: {
        /** When it came; known by `Read`, it is as old or older */
        at: string;
        /** `Source`: the source gives the date. `History`: a version showed it for the first time. `Read`: it was there when it was first read, and the source gives no date */
        knownBy: 'Source' | 'History' | 'Read';
      };
      /** Through what the access exists. Absent when there are too many paths to tell */
      through?: {
        /** What a shortest path leads through, in its order: groups, roles and permission sets, and what contains the object. Empty when the access is direct */
        objects: {
          /** Global id of the object */
          objectId: string;
          /** Type of the object */
          objectType: 'Account' | 'AccountRole' | 'Activity' | 'AssignedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'Department' | 'DirectoryProvider' | 'Employee' | 'IntegratedApplication' | 'None' | 'ObjectDirectory' | 'PermissionSet' | 'Person' | 'ResourceClass' | 'ResourceInstance' | 'RiskDefinition' | 'RiskViolation' | 'Role' | 'UserGroup';
          /** Name of the object, of an account its alias; absent when the object was not read */
          objectName?: string;
        }[];
        /** True when there is no other path */
        isOnlyPath: boolean;
      };
    };
    ReachedObjectList: {
      /** The items of this page, in order */
      items: components['schemas']['ReachedObject'][];
      /** Present while more pages remain, even when this page is empty */
      nextPageToken?: string;
    };
    ReachingAccount: {
      /** Global id of the account */
      accountId: string;
      /** Username of the account */
      alias: string;
      /** True when the account can be used */
      enabled: boolean;
      /** Id of its application instance */
      applicationInstanceId: string;
      /** Steps of the shortest path: memberships, the assignment, and containments; 1 is direct */
      hops: number;
      /** What denials leave. `Other`: a grant gives access without saying which. `Privileged` qualifies the others. `Member`: the account is in the group, role or permission set */
      permissions: ('Create' | 'Read' | 'Update' | 'Delete' | 'Execute' | 'Share' | 'Privileged' | 'Other' | 'Member')[];
      /** Since when the access exists: since the newest step of a path came, and of several paths, of the oldest one. Absent when there are too many paths to tell */
      since?: {
        /** When it came; known by `Read`, it is as old or older */
        at: string;
        /** `Source`: the source gives the date. `History`: a version showed it for the first time. `Read`: it was there when it was first read, and the source gives no date */
        knownBy: 'Source' | 'History' | 'Read';
      };
      /** Through what the access exists. Absent when there are too many paths to tell */
      through?: {
        /** What a shortest path leads through, in its order: groups, roles and permission sets, and what contains the object. Empty when the access is direct */
        objects: {
          /** Global id of the object */
          objectId: string;
          /** Type of the object */
          objectType: 'Account' | 'AccountRole' | 'Activity' | 'AssignedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'Department' | 'DirectoryProvider' | 'Employee' | 'IntegratedApplication' | 'None' | 'ObjectDirectory' | 'PermissionSet' | 'Person' | 'ResourceClass' | 'ResourceInstance' | 'RiskDefinition' | 'RiskViolation' | 'Role' | 'UserGroup';
          /** Name of the object, of an account its alias; absent when the object was not read */
          objectName?: string;
        }[];
        /** True when there is no other path */
        isOnlyPath: boolean;
      };
    };
    ReachingAccountList: {
      /** The items of this page, in order */
      items: components['schemas']['ReachingAccount'][];
      /** Present while more pages remain, even when this page is empty */
      nextPageToken?: string;
    };
    AccessPaths: {
      /** Where the paths begin: the account, or the group, role or permission set */
      account: {
        /** Global id of the object */
        objectId: string;
        /** Type of the object */
        objectType: 'Account' | 'AccountRole' | 'Activity' | 'AssignedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'Department' | 'DirectoryProvider' | 'Employee' | 'IntegratedApplication' | 'None' | 'ObjectDirectory' | 'PermissionSet' | 'Person' | 'ResourceClass' | 'ResourceInstance' | 'RiskDefinition' | 'RiskViolation' | 'Role' | 'UserGroup';
        /** Name of the object, of an account its alias; absent when the object was not read */
        objectName?: string;
      };
      /** Where the paths end */
      object: {
        /** Global id of the object */
        objectId: string;
        /** Type of the object */
        objectType: 'Account' | 'AccountRole' | 'Activity' | 'AssignedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'Department' | 'DirectoryProvider' | 'Employee' | 'IntegratedApplication' | 'None' | 'ObjectDirectory' | 'PermissionSet' | 'Person' | 'ResourceClass' | 'ResourceInstance' | 'RiskDefinition' | 'RiskViolation' | 'Role' | 'UserGroup';
        /** Name of the object, of an account its alias; absent when the object was not read */
        objectName?: string;
      };
      /** What all paths together give; empty when the account does not reach the object */
      permissions: ('Create' | 'Read' | 'Update' | 'Delete' | 'Execute' | 'Share' | 'Privileged' | 'Other' | 'Member')[];
      /** Since when the access exists: since the newest step of a path came, and of several paths, of the oldest one. Absent when there are too many paths to tell */
      since?: {
        /** When it came; known by `Read`, it is as old or older */
        at: string;
        /** `Source`: the source gives the date. `History`: a version showed it for the first time. `Read`: it was there when it was first read, and the source gives no date */
        knownBy: 'Source' | 'History' | 'Read';
      };
      /** Paths that leave some permission after denials, the shortest first */
      paths: {
        /** Steps of the path */
        hops: number;
        /** What denials leave. `Other`: a grant gives access without saying which. `Privileged` qualifies the others. `Member`: the account is in the group, role or permission set */
        permissions: ('Create' | 'Read' | 'Update' | 'Delete' | 'Execute' | 'Share' | 'Privileged' | 'Other' | 'Member')[];
        /** From the account to the object */
        steps: {
          /** What the step is */
          kind: 'Membership' | 'Grant' | 'Containment';
          /** Global id of the managed-via relationship or access assignment; containments have none */
          id?: string;
          /** What has the membership, grant or denial, or contains */
          from: {
            /** Global id of the object */
            objectId: string;
            /** Type of the object */
            objectType: 'Account' | 'AccountRole' | 'Activity' | 'AssignedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'Department' | 'DirectoryProvider' | 'Employee' | 'IntegratedApplication' | 'None' | 'ObjectDirectory' | 'PermissionSet' | 'Person' | 'ResourceClass' | 'ResourceInstance' | 'RiskDefinition' | 'RiskViolation' | 'Role' | 'UserGroup';
            /** Name of the object, of an account its alias; absent when the object was not read */
            objectName?: string;
          };
          /** What it leads to */
          to: {
            /** Global id of the object */
            objectId: string;
            /** Type of the object */
            objectType: 'Account' | 'AccountRole' | 'Activity' | 'AssignedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'Department' | 'DirectoryProvider' | 'Employee' | 'IntegratedApplication' | 'None' | 'ObjectDirectory' | 'PermissionSet' | 'Person' | 'ResourceClass' | 'ResourceInstance' | 'RiskDefinition' | 'RiskViolation' | 'Role' | 'UserGroup';
            /** Name of the object, of an account its alias; absent when the object was not read */
            objectName?: string;
          };
        }[];
      }[];
      /** True when there are no other paths */
      isComplete: boolean;
      /** The memberships and grants that every path needs: the removal of any one of them ends the access. Absent when the graph between the two was too large to tell */
      criticalSteps?: {
        /** What the step is */
        kind: 'Membership' | 'Grant';
        /** Global id of the managed-via relationship or access assignment; containments have none */
        id?: string;
        /** What has the membership, grant or denial, or contains */
        from: {
          /** Global id of the object */
          objectId: string;
          /** Type of the object */
          objectType: 'Account' | 'AccountRole' | 'Activity' | 'AssignedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'Department' | 'DirectoryProvider' | 'Employee' | 'IntegratedApplication' | 'None' | 'ObjectDirectory' | 'PermissionSet' | 'Person' | 'ResourceClass' | 'ResourceInstance' | 'RiskDefinition' | 'RiskViolation' | 'Role' | 'UserGroup';
          /** Name of the object, of an account its alias; absent when the object was not read */
          objectName?: string;
        };
        /** What it leads to */
        to: {
          /** Global id of the object */
          objectId: string;
          /** Type of the object */
          objectType: 'Account' | 'AccountRole' | 'Activity' | 'AssignedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'Department' | 'DirectoryProvider' | 'Employee' | 'IntegratedApplication' | 'None' | 'ObjectDirectory' | 'PermissionSet' | 'Person' | 'ResourceClass' | 'ResourceInstance' | 'RiskDefinition' | 'RiskViolation' | 'Role' | 'UserGroup';
          /** Name of the object, of an account its alias; absent when the object was not read */
          objectName?: string;
        };
      }[];
      /** Denials that hold for the account and the object, with the permissions that they take away */
      denials: {
        /** Global id of the managed-via relationship or access assignment; containments have none */
        id?: string;
        /** What has the membership, grant or denial, or contains */
        from: {
          /** Global id of the object */
          objectId: string;
          /** Type of the object */
          objectType: 'Account' | 'AccountRole' | 'Activity' | 'AssignedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'Department' | 'DirectoryProvider' | 'Employee' | 'IntegratedApplication' | 'None' | 'ObjectDirectory' | 'PermissionSet' | 'Person' | 'ResourceClass' | 'ResourceInstance' | 'RiskDefinition' | 'RiskViolation' | 'Role' | 'UserGroup';
          /** Name of the object, of an account its alias; absent when the object was not read */
          objectName?: string;
        };
        /** What it leads to */
        to: {
          /** Global id of the object */
          objectId: string;
          /** Type of the object */
          objectType: 'Account' | 'AccountRole' | 'Activity' | 'AssignedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'Department' | 'DirectoryProvider' | 'Employee' | 'IntegratedApplication' | 'None' | 'ObjectDirectory' | 'PermissionSet' | 'Person' | 'ResourceClass' | 'ResourceInstance' | 'RiskDefinition' | 'RiskViolation' | 'Role' | 'UserGroup';
          /** Name of the object, of an account its alias; absent when the object was not read */
          objectName?: string;
        };
        /** What denials leave. `Other`: a grant gives access without saying which. `Privileged` qualifies the others. `Member`: the account is in the group, role or permission set */
        permissions: ('Create' | 'Read' | 'Update' | 'Delete' | 'Execute' | 'Share' | 'Privileged' | 'Other' | 'Member')[];
      }[];
    };
    AccessGraph: {
      /** The first one is the object of the path */
      nodes: {
        /** Global id of the object */
        objectId: string;
        /** Type of the object */
        objectType: 'Account' | 'AccountRole' | 'Activity' | 'AssignedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'Department' | 'DirectoryProvider' | 'Employee' | 'IntegratedApplication' | 'None' | 'ObjectDirectory' | 'PermissionSet' | 'Person' | 'ResourceClass' | 'ResourceInstance' | 'RiskDefinition' | 'RiskViolation' | 'Role' | 'UserGroup';
        /** Name of the object, of an account its alias; absent when the object was not read */
        objectName?: string;
        /** Of accounts: whether the account can be used */
        isEnabled?: boolean;
        /** `Holder`: it has memberships and grants. `Object`: others have grants of it alone, or it is what they reach. `Container`: the object with what it contains. Absent for the first node when several are followed */
        as?: 'Holder' | 'Object' | 'Container';
        /** Of a node that stands for what the object contains of some classes, which follow its name: its id, with which its steps can be requested. It stays valid while the version is in service */
        contentsId?: string;
        /** Steps of the shortest way between it and the first node */
        layer: number;
        /** All steps that lead on from it in this direction, including those that are not listed */
        stepCount: number;
      }[];
      /** The steps between the listed objects */
      steps: {
        /** What the step is */
        kind: 'Membership' | 'Grant' | 'Denial' | 'Containment';
        /** Global id of the managed-via relationship or access assignment; containments have none */
        id?: string;
        /** Position in `nodes`, from 0 */
        from: number;
        /** Position in `nodes`, from 0 */
        to: number;
        /** Of a grant: what it gives before denials. Of a denial: what it takes away */
        permissions: ('Create' | 'Read' | 'Update' | 'Delete' | 'Execute' | 'Share' | 'Privileged' | 'Other' | 'Member')[];
      }[];
      /** True when nothing leads on from the listed objects but what is listed */
      isComplete: boolean;
    };
    SyncRun: {
      /** Id of the run */
      id: string;
      /** The source that is read */
      sourceId: string;
      /** Id of the application instance that the source is */
      applicationInstanceId: string;
      /** Type of the connector that reads it */
      connector: string;
      /** `Landed`: what was read is kept, and the next version is made of it. `Partial`: the same, but not everything could be read; `error` says what. `HeldBack`: it looks broken, so no version is made of it; `heldBack` says why */
      status: 'Queued' | 'Running' | 'Landed' | 'Partial' | 'HeldBack' | 'Failed';
      /** `start`: the source had never been read. `repair`: a file of a former run was damaged. `change`: an action job changed something in the source. `push`: a system sent rows. `signal`: a security event said that something has changed */
      cause: 'schedule' | 'operator' | 'start' | 'repair' | 'change' | 'push' | 'signal';
      /** It reads only some objects again; all others stay as they are */
      targeted: boolean;
      /** The push whose rows it lands */
      pushId?: string;
      /** The scheduled time that it was started for */
      dueAt?: string;
      /** When it was asked for */
      queuedAt: string;
      /** When it began; absent while it waits */
      startedAt?: string;
      /** When it ended; absent until then */
      endedAt?: string;
      /** When it is retried after a transient fault */
      retryAt?: string;
      /** Why it failed, was delayed, or could not read everything */
      error?: string;
      /** Records landed so far */
      rows: number;
      /** Records rejected so far */
      rejected: number;
      /** Objects that stay in their last good form, because their rows were rejected or the read did not see everything; absent while that is not known */
      kept?: number;
      /** Objects that were not read again, because they had not changed since the last complete read; absent for full reads */
      unchanged?: number;
      /** The requests to a source that is asked by HTTP */
      requests?: {
        /** Requests that the source has answered so far, retries included */
        sent: number;
        /** Of the limits that the source states, the one of which the smallest share remains */
        limit?: {
          /** The limit, as the connector tells them apart; empty: one for all requests */
          name: string;
          /** Requests that the source allows until `resetAt` */
          remaining: number;
          /** Requests that it allows between two resets */
          allowed?: number;
          /** When the source begins to count again */
          resetAt: string;
        };
      };
      /** When a running run should end: it takes as many requests as the run of the same kind before it */
      expectedEndAt?: string;
      /** Why its data are in no version: versions show the last good data of the source */
      heldBack?: string[];
    };
    SyncRunList: {
      /** The items of this page, in order */
      items: components['schemas']['SyncRun'][];
      /** Present while more pages remain, even when this page is empty */
      nextPageToken?: string;
    };
    SyncRunDetails: {
      /** Id of the run */
      id: string;
      /** The source that is read */
      sourceId: string;
      /** Id of the application instance that the source is */
      applicationInstanceId: string;
      /** Type of the connector that reads it */
      connector: string;
      /** `Landed`: what was read is kept, and the next version is made of it. `Partial`: the same, but not everything could be read; `error` says what. `HeldBack`: it looks broken, so no version is made of it; `heldBack` says why */
      status: 'Queued' | 'Running' | 'Landed' | 'Partial' | 'HeldBack' | 'Failed';
      /** `start`: the source had never been read. `repair`: a file of a former run was damaged. `change`: an action job changed something in the source. `push`: a system sent rows. `signal`: a security event said that something has changed */
      cause: 'schedule' | 'operator' | 'start' | 'repair' | 'change' | 'push' | 'signal';
      /** It reads only some objects again; all others stay as they are */
      targeted: boolean;
      /** The push whose rows it lands */
      pushId?: string;
      /** The scheduled time that it was started for */
      dueAt?: string;
      /** When it was asked for */
      queuedAt: string;
      /** When it began; absent while it waits */
      startedAt?: string;
      /** When it ended; absent until then */
      endedAt?: string;
      /** When it is retried after a transient fault */
      retryAt?: string;
      /** Why it failed, was delayed, or could not read everything */
      error?: string;
      /** Records landed so far */
      rows: number;
      /** Records rejected so far */
      rejected: number;
      /** Objects that stay in their last good form, because their rows were rejected or the read did not see everything; absent while that is not known */
      kept?: number;
      /** Objects that were not read again, because they had not changed since the last complete read; absent for full reads */
      unchanged?: number;
      /** The requests to a source that is asked by HTTP */
      requests?: {
        /** Requests that the source has answered so far, retries included */
        sent: number;
        /** Of the limits that the source states, the one of which the smallest share remains */
        limit?: {
          /** The limit, as the connector tells them apart; empty: one for all requests */
          name: string;
          /** Requests that the source allows until `resetAt` */
          remaining: number;
          /** Requests that it allows between two resets */
          allowed?: number;
          /** When the source begins to count again */
          resetAt: string;
        };
      };
      /** When a running run should end: it takes as many requests as the run of the same kind before it */
      expectedEndAt?: string;
      /** Why its data are in no version: versions show the last good data of the source */
      heldBack?: string[];
      /** What it has read of each type so far */
      reads: {
        /** Object or relationship type */
        type: string;
        /** `Partial`: objects may be missing, or rows were rejected */
        status: 'Running' | 'Complete' | 'Partial' | 'Forbidden' | 'Unsupported' | 'Failed';
        /** Records landed */
        rows: number;
        /** Records whose id another record has, too; one of them counts */
        duplicates: number;
        /** Records rejected */
        rejected: number;
        /** Objects that stay in their last good form, because their rows were rejected or the read did not see everything; absent while that is not known */
        kept?: number;
        /** Objects that were not read again, because they had not changed since the last complete read; absent for full reads */
        unchanged?: number;
        /** What could not be seen, with the failing call */
        gaps: {
          /** `forbidden`: the source refused access. `failed`: the call failed. `unsupported`: the source does not offer the data */
          reason: string;
          /** The failing call or file */
          subject: string;
          /** What is wrong with it */
          message: string;
          /** `objects`: objects may be missing. `fields`: all objects were seen, but not all of their fields */
          missing: 'objects' | 'fields';
        }[];
        /** Why the read failed; absent: it did not */
        error?: string;
      }[];
    };
    Signal: {
      /** Id of the signal */
      id: string;
      /** Name of the transmitter in the configuration */
      transmitter: string;
      /** Id of the token; each is stored once */
      jti: string;
      /** `push`: the sender sends each event. `poll`: the receiver asks for events */
      delivery: 'push' | 'poll';
      /** URI of the type of the event */
      eventType: string;
      /** What the token says of the event */
      event: {
        [name: string]: unknown;
      };
      /** Subject identifier (RFC 9493); absent: the event has none */
      subject?: string | number | boolean | null | unknown[] | {
        [name: string]: unknown;
      };
      /** When the token was issued */
      issuedAt: string;
      /** When the event happened; when the token was issued, where it does not say so */
      occurredAt: string;
      /** When this service got it */
      receivedAt: string;
      /** The source that the subjects of the transmitter belong to */
      sourceId: string;
      /** Absent: the source is no longer configured */
      applicationInstanceId?: string;
      /** `Received`: its subject is looked for. `Ignored`: nothing follows from it. `Matched`: its accounts are to be read again. `Unmatched`: no account was found, so the source is to be read early. `Read`: they were read after it came */
      status: 'Received' | 'Ignored' | 'Matched' | 'Unmatched' | 'Read';
      /** Why it was ignored, or why no account was found */
      reason?: string;
      /** The accounts that it is about */
      globalAccountIds: string[];
      /** The run that read them */
      runId?: string;
      /** The first version that shows what the run read */
      version?: number;
    };
    SignalList: {
      /** The items of this page, in order */
      items: components['schemas']['Signal'][];
      /** Present while more pages remain, even when this page is empty */
      nextPageToken?: string;
    };
    SignalStreams: {
      /** Who sends events to this service */
      transmitters: {
        /** As the configuration has it */
        name: string;
        /** `push`: the sender sends each event. `poll`: the receiver asks for events */
        delivery: 'push' | 'poll';
        /** The source that the subjects of its events belong to */
        sourceId: string;
        /** The `iss` of its tokens */
        issuer: string;
        /** Where it sends events: an address of this service. Absent: this service asks */
        address?: string;
        /** Events of it that are kept */
        events: number;
        /** When the newest of them came */
        lastEventAt?: string;
        /** Status of the stream, as the transmitter says it */
        streamStatus?: string;
        /** When the verification that was asked for came */
        verifiedAt?: string;
        /** Failed attempts to poll or to manage the stream, in a row */
        failures: number;
        /** Why the last of these attempts failed */
        error?: string;
      }[];
      /** Who gets events of this service */
      receivers: {
        /** As the configuration has it */
        name: string;
        /** `push`: the sender sends each event. `poll`: the receiver asks for events */
        delivery: 'push' | 'poll';
        /** The `aud` of the tokens */
        audience: string;
        /** The server to which events are sent, or where the receiver asks for them */
        address: string;
        /** What it is told */
        occasions: string[];
        /** Only events about accounts of these sources; absent: of all */
        sources?: string[];
        /** Events that it has still to get */
        waiting: number;
        /** Events that it got, as long as they are kept */
        delivered: number;
        /** Events that it refused, or that could not be delivered for a day */
        abandoned: number;
        /** When it got the newest of them; absent: it got none */
        lastDeliveredAt?: string;
        /** Why the newest attempt that failed did so */
        error?: string;
      }[];
    };
    RiskCounts: {
      /** The versions that are counted, oldest first; the last one is in service */
      points: {
        /** Number of the version */
        version: number;
        /** When the version was made */
        generatedAt: string;
      }[];
      /** One for each rule */
      items: {
        /** Local id of the rule */
        riskDefinitionId: string;
        /** Global id of the rule */
        globalRiskDefinitionId?: string;
        /** Name of the rule, where the client may see it */
        name?: string;
        /** Controls of standards to which the rule belongs */
        references?: string[];
        /** How bad a violation of the rule is */
        severity: 'Critical' | 'High' | 'Medium' | 'Low';
        /** Violations that nobody has resolved or accepted */
        open: number;
        /** Violations that somebody accepted (Suppressed) */
        accepted: number;
        /** Violations that were detected before and are no longer there */
        resolved: number;
        /** Violations whose source does not say whether they are open */
        unknown: number;
        /** For each point: violations that were detected and not resolved then */
        unresolved: number[];
      }[];
    };
    Client: {
      /** Id of the client, with which it asks for tokens */
      clientId: string;
      /** What it is for, as whoever made it said */
      name: string;
      /** What its tokens may do */
      scopes: ('read' | 'annotate' | 'write' | 'admin')[];
      /** The only application instances that it may see; absent: all */
      applicationInstanceIds?: string[];
      /** Of a client that is limited to application instances: whether it also sees person data */
      personData?: boolean;
      /** When it was made */
      createdAt: string;
      /** Id of a client or user, or `operator` for the command line */
      createdBy: string;
      /** When it was revoked; absent: it was not, so it gets tokens */
      revokedAt?: string;
      /** When it last got a token, to the minute */
      lastUsedAt?: string;
      /** True for the client that asks */
      isOwn: boolean;
    };
    ClientList: {
      /** All clients, those that were revoked included */
      items: components['schemas']['Client'][];
    };
    CreatedClient: {
      /** Id of the client, with which it asks for tokens */
      clientId: string;
      /** What it is for, as whoever made it said */
      name: string;
      /** What its tokens may do */
      scopes: ('read' | 'annotate' | 'write' | 'admin')[];
      /** The only application instances that it may see; absent: all */
      applicationInstanceIds?: string[];
      /** Of a client that is limited to application instances: whether it also sees person data */
      personData?: boolean;
      /** When it was made */
      createdAt: string;
      /** Id of a client or user, or `operator` for the command line */
      createdBy: string;
      /** When it was revoked; absent: it was not, so it gets tokens */
      revokedAt?: string;
      /** When it last got a token, to the minute */
      lastUsedAt?: string;
      /** True for the client that asks */
      isOwn: boolean;
      /** Shown only here */
      clientSecret: string;
    };
    QueueList: {
      /** One for each kind of jobs */
      items: {
        /** What the jobs do */
        name: 'act' | 'extract' | 'build' | 'export' | 'notify' | 'report' | 'schedule' | 'signals' | 'sweep';
        /** Jobs that a worker can take now */
        waiting: number;
        /** Jobs that workers run now */
        active: number;
        /** Waiting for their time: to be retried, or due by a schedule */
        delayed: number;
        /** Failed and kept for inspection */
        failed: number;
        /** Processes that take the jobs; absent while that is not known */
        workers?: number;
      }[];
      /** Path of the page that shows each job; absent when the queues are in the process of the service */
      page?: string;
    };
    SourceList: {
      /** The configured sources that the client may see */
      items: {
        /** As the configuration names it */
        sourceId: string;
        /** Id of the application instance that the source is */
        applicationInstanceId: string;
        /** Type of the connector that reads it */
        connector: string;
        /** What people call the connector */
        connectorTitle: string;
        /** A cron expression; absent: it is read on request only */
        schedule?: string;
        /** Of the schedule */
        timeZone?: string;
        /** Whether action jobs may change it */
        writes: boolean;
        /** Absent: it was never read */
        lastRun?: components['schemas']['SyncRun'];
        /** What the last run has read of each type */
        reads: {
          /** Object or relationship type */
          type: string;
          /** `Partial`: objects may be missing, or rows were rejected */
          status: 'Running' | 'Complete' | 'Partial' | 'Forbidden' | 'Unsupported' | 'Failed';
          /** Records landed */
          rows: number;
          /** Records whose id another record has, too; one of them counts */
          duplicates: number;
          /** Records rejected */
          rejected: number;
          /** Objects that stay in their last good form, because their rows were rejected or the read did not see everything; absent while that is not known */
          kept?: number;
          /** Objects that were not read again, because they had not changed since the last complete read; absent for full reads */
          unchanged?: number;
          /** What could not be seen, with the failing call */
          gaps: {
            /** `forbidden`: the source refused access. `failed`: the call failed. `unsupported`: the source does not offer the data */
            reason: string;
            /** The failing call or file */
            subject: string;
            /** What is wrong with it */
            message: string;
            /** `objects`: objects may be missing. `fields`: all objects were seen, but not all of their fields */
            missing: 'objects' | 'fields';
          }[];
          /** Why the read failed; absent: it did not */
          error?: string;
        }[];
        /** Present while its newest data look broken, so that no version shows them */
        heldBack?: {
          /** Since when versions show its last good data */
          since: string;
          /** Its newest run that is held back */
          runId: string;
          /** Why it is held back */
          findings: {
            /** What was checked */
            check: string;
            /** `stop`: holds back the source, or the whole version */
            severity: 'stop' | 'warn';
            /** What was found, in a sentence */
            message: string;
            /** How many objects or records it is about */
            count: number;
            /** The source that it is about; absent: the version as a whole */
            source?: string;
          }[];
        };
        /** Present while it has a schedule and its last complete read is longer ago than `notifications.stale_after` */
        stale?: {
          /** End of its last complete read; absent: there was none */
          lastCompleteAt?: string;
        };
      }[];
      /** The version in service; absent until the first one is published */
      version?: number;
      /** The newest build of a version; only for clients that see the whole tenant */
      lastBuild?: components['schemas']['Build'];
    };
    SourceAdded: {
      /** Name of the source */
      sourceId: string;
    };
    SourceCheckResult: {
      /** What is wrong or doubtful; empty: nothing */
      problems: {
        /** `error`: the source cannot be added as it is */
        severity: 'error' | 'warning';
        /** File, line and column, setting, or call */
        place: string;
        /** What is wrong */
        message: string;
        /** The remedy */
        fix?: string;
      }[];
      /** What the source would bring */
      previews: {
        /** Object or relationship type */
        type: string;
        /** The first records, as they would be landed */
        rows: unknown[];
        /** The first records that would be rejected */
        rejected: {
          /** Where the source has the record */
          place: string;
          /** Why it would be rejected */
          reasons: string[];
        }[];
        /** What could not be seen */
        gaps: {
          /** The failing call or file */
          subject: string;
          /** What is wrong with it */
          message: string;
        }[];
        /** Where its rows come from, such as the name of a file; absent when only the first records of the type were read */
        from?: string;
        /** Where the description says how; absent when only the first records of the type were read */
        place?: string;
        /** Of all rows; absent when only the first records of the type were read */
        counts?: {
          /** Records that would be landed */
          mapped: number;
          /** Records that would be rejected; `problems` say why */
          rejected: number;
          /** Rows that the description leaves out */
          leftOut: number;
          /** Rows that bring a record again */
          repeated: number;
        };
      }[];
    };
    SourceUploadPreview: {
      /** What is wrong or doubtful; empty: nothing */
      problems: {
        /** `error`: the source cannot be added as it is */
        severity: 'error' | 'warning';
        /** File, line and column, setting, or call */
        place: string;
        /** What is wrong */
        message: string;
        /** The remedy */
        fix?: string;
      }[];
      /** What the source would bring */
      previews: {
        /** Object or relationship type */
        type: string;
        /** The first records, as they would be landed */
        rows: unknown[];
        /** The first records that would be rejected */
        rejected: {
          /** Where the source has the record */
          place: string;
          /** Why it would be rejected */
          reasons: string[];
        }[];
        /** What could not be seen */
        gaps: {
          /** The failing call or file */
          subject: string;
          /** What is wrong with it */
          message: string;
        }[];
        /** Where its rows come from, such as the name of a file; absent when only the first records of the type were read */
        from?: string;
        /** Where the description says how; absent when only the first records of the type were read */
        place?: string;
        /** Of all rows; absent when only the first records of the type were read */
        counts?: {
          /** Records that would be landed */
          mapped: number;
          /** Records that would be rejected; `problems` say why */
          rejected: number;
          /** Rows that the description leaves out */
          leftOut: number;
          /** Rows that bring a record again */
          repeated: number;
        };
      }[];
      /** The name under which the description expects the file */
      fileName: string;
      /** The description, guessed where the request has none */
      description: string;
      /** Where the description comes from */
      origin: string;
      /** The columns of the file, read as the description says; absent when it cannot be read */
      columns?: {
        /** Name of the column, as the file has it */
        name: string;
        /** Of the first rows; empty where the cell is */
        values: string[];
        /** What all texts of the column are; absent when they are none of these, or too few */
        looksLike?: 'address' | 'date' | 'flag' | 'id' | 'name' | 'state';
      }[];
      /** Of a guessed description: fields whose columns were chosen by their values, for somebody to confirm */
      chosenByValues: {
        /** Name of the field */
        field: string;
        /** Name of the column that was chosen for it */
        column: string;
      }[];
    };
    ConnectorList: {
      /** The connectors that a source can have */
      items: {
        /** Type of the connector, as sources name it */
        type: string;
        /** What people call it */
        title: string;
        /** What it reads */
        description: string;
        /** Object and relationship types that its sources can have */
        types: string[];
        /** Whether action jobs can change its sources */
        isWritable: boolean;
        /** JSON Schema of the settings */
        settings: {
          [name: string]: unknown;
        };
      }[];
    };
    Build: {
      /** Id of the build */
      id: string;
      /** `Published`: its version is in service. `HeldBack`: its version looks broken and is not published; `findings` say why */
      status: 'Queued' | 'Running' | 'Published' | 'HeldBack' | 'Failed';
      /** The version that it has published */
      version?: number;
      /** Sources whose losses are accepted */
      acceptedSources: string[];
      /** What the checks of the data found */
      findings: {
        /** What was checked */
        check: string;
        /** `stop`: holds back the source, or the whole version */
        severity: 'stop' | 'warn';
        /** What was found, in a sentence */
        message: string;
        /** How many objects or records it is about */
        count: number;
        /** The source that it is about; absent: the version as a whole */
        source?: string;
      }[];
      /** Why it failed; absent: it did not */
      error?: string;
      /** When it was asked for */
      queuedAt: string;
      /** When it began; absent while it waits */
      startedAt?: string;
      /** When it ended; absent until then */
      endedAt?: string;
    };
    Push: {
      /** Id of the push */
      pushId: string;
      /** The source whose rows it brings */
      sourceId: string;
      /** Number of the batch */
      batch: number;
      /** True when objects that it does not bring are gone */
      complete: boolean;
      /** `Open`: its last batch has not come. `Waiting`: a run will land it. `Superseded`: a later complete push has brought all of its rows, so that no run lands it */
      status: 'Open' | 'Waiting' | 'Landing' | 'Landed' | 'Superseded';
      /** The run that lands it. Absent while another run of the source works; runs name the push in `pushId` */
      runId?: string;
    };
    RejectedRecordList: {
      /** Rejected records of the newest run, up to a limit of each type */
      items: {
        /** Object or relationship type */
        type: string;
        /** Where the source has the record */
        place: string;
        /** Why it was rejected */
        reasons: string[];
      }[];
    };
    AuditEvent: {
      /** Opaque; entries are listed newest first */
      id: string;
      /** When it happened */
      at: string;
      /** Who: the id of a client or user, `operator` for the command line, `unknown` */
      principal: string;
      /** What, as `noun.verb`, for example `savedQuery.create` */
      action: string;
      /** Id of what it was done to */
      target?: string;
      /** `failed`: a source did not make a change that was accepted */
      outcome: 'done' | 'refused' | 'failed';
      /** More about it, which depends on the action; may be empty */
      details: {
        [name: string]: unknown;
      };
    };
    AuditEventList: {
      /** The items of this page, in order */
      items: components['schemas']['AuditEvent'][];
      /** Present while more pages remain, even when this page is empty */
      nextPageToken?: string;
    };
    SearchResult: {
      /** What was found, the best match first */
      items: {
        /** Object or relationship type */
        objectType: string;
        /** Global id */
        objectId: string;
        /** Absent for edges */
        objectName?: string;
        /** Local id; absent for edges */
        id?: string;
        /** Username */
        alias?: string;
        /** E-mail address; absent where the object has none */
        email?: string;
        /** Absent for edges */
        applicationInstanceId?: string;
        /** What matches: the whole id, username or address; the whole name; words, as the description says */
        match: 'Key' | 'Name' | 'Words' | 'Prefix' | 'Within' | 'Similar';
      }[];
    };
    Change: {
      /** Whether the object is new, has other values, or is gone */
      change: 'Appeared' | 'Changed' | 'Vanished';
      /** Object or relationship type */
      objectType: string;
      /** Global id of the object or relationship */
      objectId: string;
      /** Its name: the last one, where it vanished */
      objectName: string;
      /** Id of its application instance */
      applicationInstanceId: string;
      /** What changed; of an object that vanished, what it was. Absent for an object that appeared: get it by its global id */
      fields?: {
        /** Name of the field */
        field: string;
        /** Absent: the field had no value */
        before?: string | number | boolean | null | unknown[] | {
          [name: string]: unknown;
        };
        /** Absent: the field has no value */
        after?: string | number | boolean | null | unknown[] | {
          [name: string]: unknown;
        };
      }[];
      /** The version that first showed the last of the changes */
      version: string;
      /** When that version was made; for changes of a former day, when the last version of that day was made */
      changedAt: string;
      /** The newest action job that changed the account, group or membership in its source, and whose change these versions were the first to show; of a membership also the job with whose account the source took it away or gave it back. Absent: no visible job is known to have changed it, or the account is new */
      actionJob?: {
        /** Id of the job */
        id: string;
        /** Who asked for it: the id of a client or of a person */
        requestedBy: string;
        /** The name of the client or person, while the service knows it */
        requestedByName?: string;
      };
    };
    ChangeList: {
      /** The items of this page, in order */
      items: components['schemas']['Change'][];
      /** Present while more pages remain, even when this page is empty */
      nextPageToken?: string;
      /** What the present version is compared with: the newest known version that `since` allows */
      since: {
        /** Number of a version */
        version: string;
        /** When the version was made */
        generatedAt: string;
      };
      /** The version that the list shows */
      until: {
        /** Number of a version */
        version: string;
        /** When the version was made */
        generatedAt: string;
      };
      /** Versions that another release made than the version before: the fields that the service computes, and persons, were not compared there. Absent: none */
      partialVersions?: string[];
    };
    ActionJob: {
      /** Id of the job */
      id: string;
      /** Whether it makes a change or undoes one */
      type: 'Change' | 'Revert';
      /** What started the job */
      operation?: 'DisableAccount' | 'EnableAccount' | 'ActivateAccount' | 'AssignRole' | 'RemoveRole' | 'AddGroupMember' | 'RemoveGroupMember' | 'CreateUserGroup';
      /** How far it is. `PartiallyCompleted`: some targets failed. `Reverted` and `PartiallyReverted`: another job has taken back all or some of it */
      status: 'Queued' | 'Running' | 'Completed' | 'PartiallyCompleted' | 'Failed' | 'Cancelled' | 'Reverted' | 'PartiallyReverted';
      /** Who asked for it: the id of a client or of a person */
      requestedBy: string;
      /** The name of the client or person, while the service knows it */
      requestedByName?: string;
      /** When the job was accepted */
      startedAt: string;
      /** Why the change is made, as the client said */
      purpose?: string;
      /** How the job goes about its targets. The service keeps to it, whether or not the client stays. Absent: all at once */
      rollout?: {
        /** This many targets are changed before any other is begun */
        first?: number;
        /** The job stops when a target failed, and at least this percentage of those that have ended; 0: at the first failure. Judged after the `first` targets, and then after every 20, or as many as `first` if that is more */
        stopAtFailedPercent?: number;
        /** No target is begun before this time */
        notBefore?: string;
        /** No target is begun from this time on: the job stops */
        notAfter?: string;
        /** How many targets may be changed within an hour */
        perHour?: number;
      };
      /** Present when the service ended the job early, as its `rollout` says: why */
      stopped?: string;
      /** Present while the job waits for its window, its budget or its source: when its window begins, when its budget is free again, or when it tries again */
      waitsUntil?: string;
      /** Present while the job waits for its window or its budget: what it waits for, and whether its window ends before that */
      waitsFor?: string;
      /** The version in service when the job was accepted */
      acceptedVersion?: number;
      /** null while the job runs */
      completedAt: string | null;
      /** What it changes, for a sentence. Of an undo: what of the job that it undoes */
      about: {
        /** The sources that it changes */
        sources: string[];
        /** Global ids of its first targets; the results name all of them */
        targets: string[];
        /** Global id of the role or group of the first target */
        container?: string;
        /** Name of the group to create */
        groupName?: string;
      };
      /** Targets that neither succeeded nor failed are in progress; not final while the job is Queued */
      targets: {
        /** All targets */
        total: number;
        /** Targets that show the change in the source */
        succeeded: number;
        /** Targets that were not changed */
        failed: number;
        /** Of the succeeded: targets that showed the change before, so that nothing was done; absent: none */
        unchanged?: number;
      };
      /** Whether the service’s own data shows the change. `Pending`: the job has not ended. `InProgress`: the source is read again, or its new data are held back. `Failed`: that failed; the next run of the source that succeeds makes it `Completed` */
      dataSync: {
        /** How far the reading of the change is */
        status: 'Pending' | 'InProgress' | 'Completed' | 'Failed';
      };
      /** Whether what it did can be taken back */
      revert: {
        /** Whether the job can be undone now */
        available: boolean;
        /** Until when a job of its kind can be undone */
        availableUntil: string;
      };
      /** Id of the job that undid this one */
      revertedBy: string | null;
      /** Id of the job that this one undoes */
      reverts: string | null;
      /** Present when the job had to be approved; it is Queued until then */
      approval?: {
        /** Why it has to be approved */
        reason: string;
        /** Who may approve it: any client or person but the one that asked; or, of a proposal, only a person who is signed in with a browser */
        by: 'AnotherClient' | 'Person';
        /** The job is cancelled when nobody has approved it until then */
        until?: string;
        /** Who approved it: the id of a client or of a person */
        approvedBy?: string;
        /** The name of that client or person, while the service knows it */
        approvedByName?: string;
      };
    };
    ActionJobList: {
      /** The items of this page, in order */
      items: components['schemas']['ActionJob'][];
      /** Present while more pages remain, even when this page is empty */
      nextPageToken?: string;
    };
    ActionJobResult: {
      /** Global id of the account that was changed, or of the created group (until then, of its application instance) */
      target: string;
      /** How far the change of this target is */
      status: 'Queued' | 'Running' | 'Succeeded' | 'Failed' | 'Cancelled';
      /** Why it was not changed; absent: it did not fail */
      failureReason?: string;
      /** Of a success that is not in effect yet: what somebody has to do in the source, such as accepting an invitation. Absent: the change is in effect */
      pending?: string;
      /** Id of the job that has restored what was there before; absent: none has */
      undoneBy?: string;
    };
    ActionJobResultList: {
      /** The items of this page, in order */
      items: components['schemas']['ActionJobResult'][];
      /** Present while more pages remain, even when this page is empty */
      nextPageToken?: string;
    };
    ActionJobTarget: {
      /** Global id of the account; of a group to create, that of its application instance */
      target: string;
    };
    ActionJobTargetList: {
      /** The items of this page, in order */
      items: components['schemas']['ActionJobTarget'][];
      /** Present while more pages remain, even when this page is empty */
      nextPageToken?: string;
      /** On all pages */
      total: number;
    };
    ActionJobChange: {
      /** Global id of the account that was changed, or of the created group */
      target: string;
      /** What the source showed before the change */
      before: {
        [name: string]: unknown;
      };
      /** What the source showed after the change */
      after: {
        [name: string]: unknown;
      };
      /** Whether a job that undoes this one has restored it */
      undone: boolean;
    };
    ActionJobChangeList: {
      /** The items of this page, in order */
      items: components['schemas']['ActionJobChange'][];
      /** Present while more pages remain, even when this page is empty */
      nextPageToken?: string;
    };
    ActionJobEvidence: {
      /** A CSV file with a row for each target: result, what the source showed before and after, a digest, and the job that has undone it. A Markdown file with who asked, who approved, why, on which version it was decided, the risks of the targets, and the digest of the CSV file */
      files: {
        /** Such as `job-1b671a64.csv` */
        name: string;
        /** `text/csv` or `text/markdown` */
        mediaType: string;
        /** SHA-256 of the content in UTF-8, hexadecimal */
        sha256: string;
        /** The whole file */
        content: string;
      }[];
    };
    JobAccepted: {
      /** Id of the job */
      jobId: string;
      /** Path of the job, `/v1/action-jobs/<job id>` */
      self: string;
    };
    ChangePreview: {
      /** What would be done */
      operation: 'DisableAccount' | 'EnableAccount' | 'ActivateAccount' | 'AssignRole' | 'RemoveRole' | 'AddGroupMember' | 'RemoveGroupMember' | 'CreateUserGroup';
      /** Violations of the service’s own rules that the whole change opens and closes, compared with the version in service, as far as the client may see. Only what the operation is about is changed: whether the account is enabled, or the membership. Flags such as `isAdmin` are taken as they are */
      risks?: {
        /** Up to 200, the most severe first */
        opened: {
          /** Name of the rule */
          rule: string;
          /** Title of the rule */
          title: string;
          /** How bad a violation of the rule is */
          severity: 'Critical' | 'High' | 'Medium' | 'Low';
          /** Type of the object that violates the rule */
          objectType: string;
          /** Global id of the object that violates the rule */
          objectId: string;
          /** Name of that object; absent when it has none */
          objectName?: string;
          /** Id of the application instance of that object */
          applicationInstanceId: string;
          /** What is wrong, in a sentence */
          description: string;
          /** Global id of the violation; only of one that is closed */
          violationId?: string;
        }[];
        /** Up to 200, the most severe first */
        closed: {
          /** Name of the rule */
          rule: string;
          /** Title of the rule */
          title: string;
          /** How bad a violation of the rule is */
          severity: 'Critical' | 'High' | 'Medium' | 'Low';
          /** Type of the object that violates the rule */
          objectType: string;
          /** Global id of the object that violates the rule */
          objectId: string;
          /** Name of that object; absent when it has none */
          objectName?: string;
          /** Id of the application instance of that object */
          applicationInstanceId: string;
          /** What is wrong, in a sentence */
          description: string;
          /** Global id of the violation; only of one that is closed */
          violationId?: string;
        }[];
        /** All violations that it opens */
        openedCount: number;
        /** All violations that it closes */
        closedCount: number;
        /** Rules for which the preview does not know what the change does to their violations */
        notEvaluated: {
          /** Names of rules */
          rules: string[];
          /** Why it is not known */
          reason: string;
        }[];
        /** Rules for which it knows that. Zero: nothing is known of risks */
        evaluatedCount: number;
      };
      /** Present when a second client would have to approve the job: why */
      approval?: string;
      /** One for each target, in the order of the request */
      targets: {
        /** Global id; for a new group, that of its application instance */
        target: string;
        /** Name of the target; absent when it has none */
        targetName?: string;
        /** Id of its application instance */
        applicationInstanceId: string;
        /** False when the change would be refused; `reason` says why */
        possible: boolean;
        /** Why it would be refused; absent: it would not */
        reason?: string;
        /** True when the source shows the change already */
        alreadyDone?: boolean;
        /** What the source shows now of all that the change alters; `records` when it alters several records */
        presentState?: {
          [name: string]: unknown;
        };
        /** For enabling: what the account showed before this service disabled it; dropped access is restored from it */
        beforeDisabling?: {
          [name: string]: unknown;
        };
        /** The role or group itself; not what it leads to */
        accessGained: {
          /** Type of the object */
          objectType: string;
          /** Global id of the object */
          objectId: string;
          /** Name of the object */
          objectName: string;
        }[];
        /** The role or group itself; not what it leads to */
        accessLost: {
          /** Type of the object */
          objectType: string;
          /** Global id of the object */
          objectId: string;
          /** Name of the object */
          objectName: string;
        }[];
        /** How much the account reaches in the version in service, nesting included */
        presentReach?: {
          /** Roles */
          roles?: number;
          /** Groups */
          userGroups?: number;
          /** Applications */
          assignedApplications?: number;
          /** Resources */
          resourceInstances?: number;
          /** Other accounts that it can act as */
          impersonatableAccounts?: number;
        };
        /** Other accounts that the account can act as, in the version in service and after the change, as far as the client may see. The flags `isAdmin` and `hasAPIAccess` are taken as they are. A number that is not known is left out */
        blastRadius?: {
          /** In the version in service */
          before?: number;
          /** After the change */
          after?: number;
        };
      }[];
    };
    CapabilityList: {
      /** One for each source that the client may see */
      items: {
        /** Id of the application instance that the source is */
        applicationInstanceId: string;
        /** Name of the source */
        sourceId: string;
        /** Type of its connector */
        connector: string;
        /** Whether the configuration allows changes of this source */
        writes: boolean;
        /** One for each operation of the interface */
        operations: {
          /** The operation */
          operation: 'DisableAccount' | 'EnableAccount' | 'ActivateAccount' | 'AssignRole' | 'RemoveRole' | 'AddGroupMember' | 'RemoveGroupMember' | 'CreateUserGroup';
          /** Whether the connector can do it */
          supported: boolean;
          /** The code of a refusal */
          code?: 'BAD_REQUEST' | 'QUERY_PARSE_ERROR' | 'QUERY_LIMIT_EXCEEDED' | 'UNAUTHORIZED' | 'SESSION_ENDED' | 'FORBIDDEN' | 'LINK_INVALID' | 'LINK_EXPIRED' | 'NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'NOT_ACCEPTABLE' | 'NAME_CONFLICT' | 'IDEMPOTENCY_KEY_REUSED' | 'VERSION_CONFLICT' | 'JOB_NOT_REVERTIBLE' | 'REVERT_WINDOW_CLOSED' | 'ALREADY_REVERTED' | 'JOB_NOT_CANCELLABLE' | 'JOB_NOT_APPROVABLE' | 'JOB_NOT_VISIBLE' | 'OPERATION_NOT_SUPPORTED' | 'WRITE_NOT_CONFIGURED' | 'GUARD_REFUSED' | 'OBJECT_NOT_REMOVABLE' | 'RISK_NOT_ACCEPTABLE' | 'REVIEW_ENDED' | 'REVIEW_DIFFERS' | 'KEY_ROTATION_PENDING' | 'SOURCE_NOT_HELD_BACK' | 'PUSH_CONFLICT' | 'VERSION_GONE' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'RANGE_NOT_SATISFIABLE' | 'TOO_MANY_REQUESTS' | 'INTERNAL_ERROR' | 'NOT_IMPLEMENTED' | 'SERVICE_UNAVAILABLE';
          /** Why it would be refused */
          reason?: string;
          /** What happens in the source */
          effect?: string;
          /** The least rights in the source that it needs */
          rights?: string;
          /** What an undo does not bring back, or when the source refuses */
          limits?: string;
        }[];
      }[];
    };
    AccountReviewerList: {
      /** One for each account that the client may see, by alias */
      items: {
        /** Global id of the account */
        accountId: string;
        /** Alias of the account */
        account: string;
        /** The source of the account; absent when it is no longer configured */
        sourceId?: string;
        /** Name of the person to ask, where it is known */
        reviewer?: string;
        /** E-mail address of that person, where it is known */
        address?: string;
        /** Why this person is asked. `Substitute`: as the review says, because nobody else is known. `Unknown`: nobody is known */
        reason: 'Owner' | 'Manager' | 'Steward' | 'Substitute' | 'Unknown';
      }[];
      /** Whether a review would be sent: a mail server, or a subscription to `review-requested`, is configured. Otherwise somebody has to pass the links on */
      tellsReviewers: boolean;
    };
    ReviewLinkList: {
      /** One for each reviewer who has undecided lines */
      items: {
        /** Of the reviewer */
        address: string;
        /** Lines of the reviewer that are not decided yet */
        undecided: number;
        /** The page on which the reviewer decides, without an account */
        url: string;
        /** Until when the link works */
        expiresAt: string;
      }[];
    };
    AssignedReviewList: {
      /** Reviews that ask the person of the session and are not closed */
      items: {
        /** Id of the review */
        id: string;
        /** What the review is about */
        title: string;
        /** Until when it can be decided */
        due: string;
        /** Accounts about which the person is asked */
        lines: number;
        /** Of these, accounts that are not decided yet */
        undecided: number;
        /** The page on which the person decides */
        url: string;
      }[];
    };
    Review: {
      /** Id of the review */
      id: string;
      /** What the review is about */
      title: string;
      /** What is done with an account that does not keep what is reviewed */
      operation: 'DisableAccount' | 'RemoveRole' | 'RemoveGroupMember';
      /** The role or group that an account keeps or loses; absent for `DisableAccount` */
      container?: {
        /** Global id of the role or group */
        id: string;
        /** Its name */
        name: string;
      };
      /** `Decided`: every line is. `Overdue`: it is due, and lines are undecided. `Closed`: it was ended */
      status: 'Open' | 'Decided' | 'Overdue' | 'Closed';
      /** Who asked for it: the id of a client or of a person */
      requestedBy: string;
      /** The name of the client or person, while the service knows it */
      requestedByName?: string;
      /** The version that the lines are from */
      version: number;
      /** When it began */
      createdAt: string;
      /** Until when reviewers may decide */
      due: string;
      /** When it was ended; absent: it was not */
      closedAt?: string;
      /** How far it is */
      counts: {
        /** All accounts of the review */
        lines: number;
        /** Lines that were decided as `Keep` */
        keep: number;
        /** Lines that were decided as `TakeAway` */
        takeAway: number;
        /** Lines without a decision */
        undecided: number;
        /** Lines for which nobody is known who can be asked */
        unasked: number;
        /** Lines of `takeAway` that a job takes away */
        proposed: number;
      };
    };
    ReviewList: {
      /** The items of this page, in order */
      items: components['schemas']['Review'][];
      /** Present while more pages remain, even when this page is empty */
      nextPageToken?: string;
    };
    ReviewDetails: {
      /** Id of the review */
      id: string;
      /** What the review is about */
      title: string;
      /** What is done with an account that does not keep what is reviewed */
      operation: 'DisableAccount' | 'RemoveRole' | 'RemoveGroupMember';
      /** The role or group that an account keeps or loses; absent for `DisableAccount` */
      container?: {
        /** Global id of the role or group */
        id: string;
        /** Its name */
        name: string;
      };
      /** `Decided`: every line is. `Overdue`: it is due, and lines are undecided. `Closed`: it was ended */
      status: 'Open' | 'Decided' | 'Overdue' | 'Closed';
      /** Who asked for it: the id of a client or of a person */
      requestedBy: string;
      /** The name of the client or person, while the service knows it */
      requestedByName?: string;
      /** The version that the lines are from */
      version: number;
      /** When it began */
      createdAt: string;
      /** Until when reviewers may decide */
      due: string;
      /** When it was ended; absent: it was not */
      closedAt?: string;
      /** How far it is */
      counts: {
        /** All accounts of the review */
        lines: number;
        /** Lines that were decided as `Keep` */
        keep: number;
        /** Lines that were decided as `TakeAway` */
        takeAway: number;
        /** Lines without a decision */
        undecided: number;
        /** Lines for which nobody is known who can be asked */
        unasked: number;
        /** Lines of `takeAway` that a job takes away */
        proposed: number;
      };
      /** Who is asked */
      reviewers: {
        /** Name of the person; absent when it is not known */
        name?: string;
        /** E-mail address to which the link is sent */
        address: string;
        /** Accounts about which the person is asked */
        lines: number;
        /** Of these, accounts that are not decided yet */
        undecided: number;
        /** Whether the link was sent. `Waiting`: it is being sent. `Nobody`: neither a mail server nor a subscription to `review-requested` is configured; `rolecall reviews link` prints the link. `Unknown`: it is not recorded, or was longer than 90 days ago */
        told: 'Waiting' | 'Delivered' | 'Abandoned' | 'Nobody' | 'Unknown';
        /** Why the last attempt to send failed */
        toldError?: string;
      }[];
      /** One for each account */
      lines: {
        /** Global id of the account */
        accountId: string;
        /** Alias of the account, as all facts of the line as it was when the review began */
        account: string;
        /** The source of the account */
        sourceId: string;
        /** Name of the person who holds it; absent when nobody is known */
        person?: string;
        /** When it was last used; absent when that is not known */
        lastUsed?: string;
        /** Severity of its worst open risk; absent when that is not known */
        worstRisk?: 'Critical' | 'High' | 'Medium' | 'Low' | 'None';
        /** Employment of the person who holds it, from the system of record; absent when that is not known */
        employmentStatus?: 'Active' | 'Leave' | 'Terminated' | 'Unknown';
        /** Name of who is asked, or would be if an address were known */
        reviewer?: string;
        /** Address of who is asked; absent: nobody is asked */
        address?: string;
        /** Why this person is asked. `Substitute`: as the review says, because nobody else is known. `Unknown`: nobody is known */
        reason: 'Owner' | 'Manager' | 'Steward' | 'Substitute' | 'Unknown';
        /** Absent: undecided */
        decision?: 'Keep' | 'TakeAway';
        /** What the reviewer wrote; absent: nothing */
        comment?: string;
        /** When it was decided; absent while it is undecided */
        decidedAt?: string;
        /** The newest job that takes it away */
        jobId?: string;
      }[];
    };
    RiskAcceptance: {
      /** Global id of the violation */
      violationId: string;
      /** Why the violation is accepted */
      reason: string;
      /** When the violation is open again */
      until: string;
      /** Id of the client or user that accepted it */
      acceptedBy: string;
      /** When it was accepted */
      acceptedAt: string;
      /** The first version that shows it has at least this number */
      shownFromVersion: number;
    };
    Session: {
      /** Name of the person */
      name: string;
      /** Who it is, as jobs (`requestedBy`) and the audit log have it */
      principal: string;
      /** What the person may do */
      role: 'viewer' | 'analyst' | 'administrator';
      /** What requests of the session may do, as for a token */
      scopes: ('read' | 'annotate' | 'write' | 'admin')[];
      /** When the session ends unless a request uses it before. Requests move this time ahead, up to its longest time */
      expiresAt: string;
      /** For the header `x-csrf-token`; it stays the same during the session */
      csrfToken: string;
    };
    BrowserSessionList: {
      /** The sessions that have not ended */
      items: {
        /** Id of the session */
        sessionId: string;
        /** Name of the person */
        name: string;
        /** Who it is, as the audit log has it */
        principal: string;
        /** What the person may do */
        role: 'viewer' | 'analyst' | 'administrator';
        /** The only application instances that the person may see; absent: all */
        applicationInstanceIds?: string[];
        /** From where the person signed in */
        address: string;
        /** When the person signed in */
        createdAt: string;
        /** When it was used last, to the minute */
        usedAt: string;
        /** When the session ends unless it is used before */
        expiresAt: string;
        /** True for the session that asks */
        isOwn: boolean;
      }[];
    };
    SigningKey: {
      /** Id of the key, as the header of its tokens and the JWKS have it */
      kid: string;
      /** When it was made */
      createdAt: string;
      /** From then on it signs, until a newer key does */
      signsFrom: string;
      /** From then on its tokens are refused; absent for the newest key */
      retiresAt?: string;
      /** True for the key that signs now */
      signs: boolean;
    };
    SigningKeyList: {
      /** The keys whose tokens are accepted, or will be */
      items: components['schemas']['SigningKey'][];
    };
    SignInMethods: {
      /** Sign in at `/sign-in/start?return=/path`; null: no provider is configured */
      openid: {
        /** Name of the provider */
        name: string;
      } | null;
      /** `rolecall sessions link` prints a link that signs a person in once */
      link: boolean;
    };
    AuthenticationMethod: {
      /** Kind of method, for example `password`, `totp` or `webauthn` */
      type?: string;
      /** The method in the source’s words */
      description?: string;
    };
    AuthenticationMethodSelectionPolicy: {
      /** Accounts that the policy applies to */
      accountConditions?: components['schemas']['Conditions'];
      /** Applications that the policy applies to */
      assignedApplicationConditions?: components['schemas']['Conditions'];
      /** Locations that the policy applies in */
      authorizedLocations?: components['schemas']['AuthorizedLocationPolicy'];
      /** Methods that may not be used */
      excludedAuthenticationMethods?: components['schemas']['AuthenticationMethod'][];
      /** Methods that may be used */
      includedAuthenticationMethods?: components['schemas']['AuthenticationMethod'][];
    };
    AuthenticationRequirements: {
      /** True when the application decides over second factors itself */
      isMFAAuthority?: boolean;
      /** True when signing in through SSO requires a second factor */
      isSSOBasedMFARequired?: boolean;
      /** Base64 SHA-256 hashes of authentication configuration properties */
      authenticationKeys?: string[];
      /** Policies by risk level of the sign-in */
      adaptiveAuthenticationMethodSelectionPolicy?: {
        /** Policy at that level */
        policy?: components['schemas']['AuthenticationMethodSelectionPolicy'];
        /** Risk level, for example `Critical` */
        riskLevel?: string;
      }[];
      /** Policy at every risk level */
      authenticationMethodSelectionPolicy?: components['schemas']['AuthenticationMethodSelectionPolicy'];
      /** Methods that may be used */
      availableAuthenticationMethods?: components['schemas']['AuthenticationMethod'][];
      /** Methods that must be used */
      enforcedAuthenticationMethods?: components['schemas']['AuthenticationMethod'][];
      /** What passwords must be like */
      passwordPolicy?: {
        /** Days after which a password must be changed */
        expirationLengthInDays?: number;
        /** Least number of characters */
        length?: number;
        /** True when an earlier password is refused */
        reuseDisallowed?: boolean;
        /** True when holders may reset their password themselves */
        resetViaSelfServiceAllowed?: boolean;
        /** Kinds of characters that must occur, for example `AlphaUppercase` */
        characters?: string[];
        /** Whether a password must go with a second factor */
        mfaRequirements?: 'Required' | 'Optional' | 'Disabled' | 'Unknown';
        /** Further rules of the policy */
        policyMetadata?: components['schemas']['MetadataItem'][];
      };
      /** Whether a second factor is asked for */
      secondaryFactorRequirements?: 'Required' | 'Optional' | 'Disabled' | 'Unknown';
      /** Account ids that sign in without SSO */
      ssoExclusions?: string[];
    };
    AuthorizedLocationPolicy: {
      /** True when the policy is inherited from a parent, not set on the object itself */
      isInherited?: boolean;
      /** The policy in force */
      policy?: {
        /** True when every location is allowed */
        allowAll?: boolean;
        /** The allowed locations */
        authorizedLocations?: components['schemas']['LocationSpecification'][];
      };
    };
    Conditions: {
      /** Facts that the condition is evaluated with */
      context?: components['schemas']['MetadataItem'][];
      /** Who is exempt, for example `AllowAdmin` */
      overrides?: string[];
      /** The condition itself */
      rootOperator?: {
        /** Kind of operator, for example `Array` */
        type?: string;
        /** The comparison */
        operator?: {
          /** True when the value is known only once the condition is evaluated */
          isArrayGeneratingDynamicValue?: boolean;
          /** What is compared */
          arrayOpKey?: {
            /** Kind of key, for example `Function` */
            type?: string;
            /** The key, for example the name of the function */
            value?: string;
            /** How the key is computed */
            keySpecification?: {
              /** Parameters of the function */
              parameters?: components['schemas']['MetadataItem'][];
            };
          };
          /** How it is compared, for example `In` */
          arrayOpType?: string;
          /** What it is compared with */
          arrayOpValue?: {
            /** The values */
            values?: {
              /** Kind of value, for example `activity_type` */
              staticConditionValueType?: string;
              /** The value */
              staticConditionValueData?: string | number | boolean | null | unknown[] | {
                [name: string]: unknown;
              };
            }[];
          };
        };
      };
    };
    EnrichmentMetadata: {
      /** Version of the enrichment SQL that made the row */
      enrichmentVersion: string;
      /** When the row was made */
      generatedTime: string;
    };
    EntitlementSpecification: {
      /** Confidence of the inference, from 0 to 1 */
      inferenceConfidence?: number;
      /** True when the entitlement was inferred, not read */
      isInferred?: boolean;
      /** Why the access exists */
      reason?: 'AccessControl' | 'SSO' | 'Ownership' | 'Sharing' | 'Inherited';
      /** The entitlement itself */
      reasonSpecificData?: {
        /** True when the entitlement is in force */
        enabled?: boolean;
        /** False when the entitlement is about its object only, and not about what the object contains; absent is true */
        appliesToContents?: boolean;
        /** What is permitted on the resources that the object contains, at any depth, where it is not what is permitted on the object: a contained resource has the permissions of the first element that names its class, and none when no element does. `appliesToContents` does not count then */
        contentPermissions?: {
          /** Local ids of the resource classes */
          resourceClasses?: string[];
          /** What is permitted on contained resources of these classes */
          permissions?: components['schemas']['Permissions'];
        }[];
        /** Further facts of the rule that grants or denies */
        accessControlMetadata?: components['schemas']['MetadataItem'][];
        /** When the entitlement holds */
        conditions?: components['schemas']['Conditions'];
        /** The entitlement in the source’s words */
        description?: string;
        /** Name of the entitlement */
        name?: string;
        /** What is permitted */
        permissions?: components['schemas']['Permissions'];
        /** Link that gives the access */
        shareableUri?: string;
        /** What the link is called */
        shareableUriLabel?: string;
        /** Data source tag */
        sourceTag?: string;
        /** Whether access is granted or denied */
        type?: 'Grant' | 'Denial';
      };
    };
    FederationId: {
      /** Kind of identifier, for example `email` or `NameID` */
      type?: string;
      /** The identifier */
      value?: string;
      /** Authentication key of the instance that gave the identifier */
      authenticationKey?: string;
    };
    FederationInformation: {
      /** True when the referenced object belongs to another application instance */
      isFederated?: boolean;
      /** Authentication key that names that instance */
      authenticationKey?: string;
    };
    FederationSpecification: {
      /** True when the two sides belong to different application instances */
      isFederated?: boolean;
      /** Which side is elsewhere, for example `Source` */
      connectionType?: string;
      /** Authentication key of the instance that the relationship starts in */
      sourceAuthenticationKey?: string;
      /** Authentication key of the instance that the relationship ends in */
      targetAuthenticationKey?: string;
    };
    LocationSpecification: {
      /** Kind of location, for example `Network` */
      type?: string;
      /** What the location consists of */
      typeSpecificData?: {
        /** Addresses or CIDR ranges that are not part of the location */
        ipAddressExclusions?: string[];
        /** Addresses or CIDR ranges that are part of the location */
        ipAddressInclusions?: string[];
        /** Name of the location */
        name?: string;
        /** Further facts about the location */
        supplementaryInformation?: {
          /** Where on earth */
          geoLocation?: {
            /** Degrees, north positive */
            latitude?: number;
            /** Degrees, east positive; spelled like this in the interface */
            longtitude?: number;
          };
          /** Further facts about the location */
          additionalLocationMetadata?: components['schemas']['MetadataItem'][];
        };
      };
    };
    MetadataItem: {
      /** Id of the item in its source */
      id?: string;
      /** What the item says something about */
      name?: string;
      /** Distinguishes equal names of different origin */
      namespace?: string;
      /** What `value` is */
      type?: 'string' | 'number' | 'boolean' | 'timestamp' | 'object' | 'null' | 'array_string' | 'array_number' | 'array_boolean' | 'array_timestamp' | 'array_object' | 'array_null';
      /** The value, in the form that `type` says */
      value?: string | number | boolean | null | unknown[] | {
        [name: string]: unknown;
      };
    };
    ObjectMetadata: {
      /** The application instance (configured source) that the object came from */
      ApplicationInstanceId: string;
      /** When the connector first read the object in its present form */
      GeneratedTime: string;
      /** Profile under which the connector landed the object, normally its type */
      Profile: string;
      /** Object or relationship type */
      ObjectOrRelationshipType: string;
    };
    Owner: {
      /** How the owner is federated */
      federationInformation?: components['schemas']['FederationInformation'];
      /** Local id of the owner */
      objectId?: string;
      /** Type of the owner, for example Account */
      objectType?: 'Account' | 'AccountRole' | 'Activity' | 'AssignedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'Department' | 'DirectoryProvider' | 'Employee' | 'IntegratedApplication' | 'None' | 'ObjectDirectory' | 'PermissionSet' | 'Person' | 'ResourceClass' | 'ResourceInstance' | 'RiskDefinition' | 'RiskViolation' | 'Role' | 'UserGroup';
    };
    PermissionSetSpecification: {
      /** Local id of the permission set */
      id?: string;
      /** Name */
      name?: string;
      /** What the set is for */
      description?: string;
      /** Class of the resources that the permission is about */
      fineGrainedResourceClass?: string;
      /** The application’s own names of what is permitted */
      fineGrainedSpecifiers?: string[];
      /** Scopes of a token */
      formattedScopes?: {
        /** The scopes */
        specifiers?: string[];
        /** Kind of scope, for example `OAuth` */
        type?: string;
      };
      /** Permits to create */
      isCreate?: boolean;
      /** Permits to delete */
      isDelete?: boolean;
      /** Permits to run */
      isExecute?: boolean;
      /** Permits administration or gaining further access */
      isPrivileged?: boolean;
      /** Permits to read */
      isRead?: boolean;
      /** Permits to give others access */
      isShare?: boolean;
      /** Permits to change */
      isUpdate?: boolean;
      /** Degree of ownership that the permission gives */
      ownershipLevel?: 'Owner' | 'CoOwner' | 'None';
      /** Who owns what the permission is about */
      owners?: components['schemas']['Owner'][];
      /** Local id of the bundle that the permission belongs to */
      permissionGroupId?: string;
      /** Further facts of the source */
      specificationMetadata?: components['schemas']['MetadataItem'][];
    };
    Permissions: {
      /** Class of the resources that the permission is about */
      fineGrainedResourceClass?: string;
      /** The application’s own names of what is permitted */
      fineGrainedSpecifiers?: string[];
      /** Scopes of a token */
      formattedScopes?: {
        /** The scopes */
        specifiers?: string[];
        /** Kind of scope, for example `OAuth` */
        type?: string;
      };
      /** Permits to create */
      isCreate?: boolean;
      /** Permits to delete */
      isDelete?: boolean;
      /** Permits to run */
      isExecute?: boolean;
      /** Permits administration or gaining further access */
      isPrivileged?: boolean;
      /** Permits to read */
      isRead?: boolean;
      /** Permits to give others access */
      isShare?: boolean;
      /** Permits to change */
      isUpdate?: boolean;
      /** Degree of ownership that the permission gives */
      ownershipLevel?: 'Owner' | 'CoOwner' | 'None';
      /** Who owns what the permission is about */
      owners?: components['schemas']['Owner'][];
      /** Local id of the bundle that the permission belongs to */
      permissionGroupId?: string;
      /** Further facts of the source */
      specificationMetadata?: components['schemas']['MetadataItem'][];
    };
    AccountList: {
      /** The objects of this page, in order */
      items: components['schemas']['Account'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    RoleList: {
      /** The objects of this page, in order */
      items: components['schemas']['Role'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    UserGroupList: {
      /** The objects of this page, in order */
      items: components['schemas']['UserGroup'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    AssignedApplicationList: {
      /** The objects of this page, in order */
      items: components['schemas']['AssignedApplication'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    IntegratedApplicationList: {
      /** The objects of this page, in order */
      items: components['schemas']['IntegratedApplication'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    AuthenticatorList: {
      /** The objects of this page, in order */
      items: components['schemas']['Authenticator'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    AuthenticatorEnrollmentList: {
      /** The objects of this page, in order */
      items: components['schemas']['AuthenticatorEnrollment'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    EntityAssignedAccessToObjectList: {
      /** The objects of this page, in order */
      items: components['schemas']['EntityAssignedAccessToObject'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    EntityManagedViaObjectList: {
      /** The objects of this page, in order */
      items: components['schemas']['EntityManagedViaObject'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    ResourceClassList: {
      /** The objects of this page, in order */
      items: components['schemas']['ResourceClass'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    ResourceInstanceList: {
      /** The objects of this page, in order */
      items: components['schemas']['ResourceInstance'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    /** A resource instance contains another one. */
    ResourceInstanceContainsResourceInstance: string;
    ResourceInstanceContainsResourceInstanceList: {
      /** The objects of this page, in order */
      items: components['schemas']['ResourceInstanceContainsResourceInstance'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    DepartmentList: {
      /** The objects of this page, in order */
      items: components['schemas']['Department'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    /** A department contains another one in the business hierarchy. */
    DepartmentContainsDepartment: string;
    DepartmentContainsDepartmentList: {
      /** The objects of this page, in order */
      items: components['schemas']['DepartmentContainsDepartment'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    ObjectDirectoryList: {
      /** The objects of this page, in order */
      items: components['schemas']['ObjectDirectory'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    DirectoryProviderList: {
      /** The objects of this page, in order */
      items: components['schemas']['DirectoryProvider'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    PermissionSetList: {
      /** The objects of this page, in order */
      items: components['schemas']['PermissionSet'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    EmployeeList: {
      /** The objects of this page, in order */
      items: components['schemas']['Employee'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    PersonList: {
      /** The objects of this page, in order */
      items: components['schemas']['Person'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    ActivityList: {
      /** The objects of this page, in order */
      items: components['schemas']['Activity'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    RiskDefinitionList: {
      /** The objects of this page, in order */
      items: components['schemas']['RiskDefinition'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    RiskViolationList: {
      /** The objects of this page, in order */
      items: components['schemas']['RiskViolation'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    /** The fields of Account that `fields` names */
    PartialAccount: {
      /** Local id of the account in its application instance */
      id?: string;
      /** Username in the application instance */
      alias?: string;
      /** Name of the holder */
      name?: string;
      /** Name to show; `name` where the source has none */
      displayName?: string;
      /** Primary e-mail address; where the source has none that is valid, one that ends in `.invalid` (RFC 2606) */
      email?: string;
      /** Further e-mail addresses */
      alternateEmails?: string[];
      /** Who or what uses the account */
      type?: 'User' | 'Machine' | 'Token';
      /** Finer kind within `type` */
      subType?: 'Employee' | 'Contractor' | 'Guest' | 'External' | 'Shared' | 'Admin' | 'ServicePrincipal' | 'ServiceAccount' | 'Workload' | 'Bot' | 'Agent' | 'ApiKey' | 'PersonalAccessToken' | 'OAuthGrant' | 'SshKey' | 'AccessKey' | 'Certificate' | 'Unknown';
      /** The application’s own kind of user */
      userType?: string;
      /** True when the account can be used */
      enabled?: boolean;
      /** True when the account administers the application instance */
      isAdmin?: boolean;
      /** True when the account may call the application’s API */
      hasAPIAccess?: boolean;
      /** Application-specific role; the basis for the account’s type and user type */
      accountRole?: string;
      /** The account role as the application shows it */
      accountRoleDisplayName?: string;
      /** What the account does in authentication: identity, application account, MFA, directory */
      authenticationFunctions?: ('Identity' | 'ApplicationAccount' | 'MFA' | 'Directory')[];
      /** How the account can sign in */
      authenticationMethods?: components['schemas']['AuthenticationMethod'][];
      /** Which authentication methods apply under which conditions */
      authenticationMethodSelectionPolicy?: components['schemas']['AuthenticationMethodSelectionPolicy'];
      /** Whether the account must use a second factor */
      mfaRequirements?: 'Required' | 'Optional' | 'Disabled' | 'Unknown';
      /** Whether the account must sign in through SSO */
      ssoRequirements?: 'Required' | 'Optional' | 'Disabled' | 'Unknown';
      /** Where the account may be used from */
      authorizedLocations?: components['schemas']['AuthorizedLocationPolicy'];
      /** Delivery points, usually filled by identity providers */
      assignedLocations?: components['schemas']['LocationSpecification'][];
      /** Id under which an identity provider knows the account */
      federationId?: components['schemas']['FederationId'];
      /** Hashes with a prefix for the algorithm, by which machine and token accounts are linked to owners */
      hashIdentifiers?: string[];
      /** Permissions that the account has approved for applications */
      approvedApplicationPermissions?: components['schemas']['PermissionSetSpecification'][];
      /** Applications whose use of the account is approved */
      approvedApplicationUsages?: string[];
      /** Job title */
      title?: string;
      /** Company of the holder */
      companyName?: string;
      /** Department of the holder */
      department?: string;
      /** Cost centre of the holder */
      costCenter?: string;
      /** Employee number of the holder */
      employeeNumber?: string;
      /** Country of the holder, ISO 3166-1 alpha-2 */
      countryCode?: string;
      /** Job profile id */
      jobCode?: string;
      /** Job family */
      jobFamily?: string;
      /** Broadest grouping of jobs */
      jobFamilyGroup?: string;
      /** Role-level descriptor of the job */
      jobFunction?: string;
      /** E-mail addresses of the holder’s managers */
      managerEmails?: string[];
      /** Address of the holder’s picture */
      profilePictureUri?: string;
      /** Application-specific plan */
      licenseType?: string;
      /** How much the licence allows */
      licenseLevel?: 'Full' | 'Limited' | 'Free' | 'Unknown';
      /** Whether the licence is in force */
      licenseStatus?: 'Active' | 'Inactive' | 'Unknown';
      /** Local id of the account that made this one */
      createdBy?: string;
      /** How `createdBy` is federated */
      createdByFederation?: components['schemas']['FederationInformation'];
      /** When the account was made */
      createdDate?: string;
      /** Local id of the account that last changed this one */
      lastModifiedBy?: string;
      /** How `lastModifiedBy` is federated */
      lastModifiedByFederation?: components['schemas']['FederationInformation'];
      /** When the account was last changed */
      lastModifiedDate?: string;
      /** Last sign-in or other use that the source knows of */
      lastActivityDate?: string;
      /** When the password was last changed */
      lastPasswordChangedDate?: string;
      /** When the account stops working */
      expirationDate?: string;
      /** Id of the directory account with which this one is synced; unset when it is not synced */
      directoryEntryId?: string;
      /** How the directory’s account is federated */
      directoryEntryFederation?: components['schemas']['FederationInformation'];
      /** Local id of the directory provider that defines the sync */
      directoryProviderId?: string;
      /** How the directory provider is federated */
      directoryProviderFederation?: components['schemas']['FederationInformation'];
      /** Local id of the object directory that holds the account */
      objectDirectoryContainerId?: string;
      /** How the object directory is federated */
      objectDirectoryContainerFederation?: components['schemas']['FederationInformation'];
      /** Further facts of the source, and raw values that an enumeration does not have */
      profileMetadata?: components['schemas']['MetadataItem'][];
      /** Global id of the account that made this one */
      globalCreatedBy?: string;
      /** Global id of the account that last changed this one */
      globalLastModifiedBy?: string;
      /** Global id of the directory’s account */
      globalDirectoryEntryId?: string;
      /** Global id of the directory provider */
      globalDirectoryProviderId?: string;
      /** Global id of the object directory that holds the account */
      globalObjectDirectoryContainerId?: string;
      /** Where and when the object was read */
      objectMetadata?: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId?: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata?: components['schemas']['EnrichmentMetadata'];
      /** Global id of the person that the account belongs to. Absent where the client may not see the object */
      enrichedPersonId?: string;
      /** Owners of a machine or token account, found by hash identifiers, creator or an ownership entitlement. Absent where the client may not see the object */
      enrichedOwnerAccountIds?: string[];
      /** True when authentication keys and federated identity match an identity provider’s account. Only for clients that see the whole tenant or have person data */
      enrichedIsSSOLoginAvailable?: boolean;
      /** Global id of the account that signs in to this one by SSO. Absent where the client may not see the object */
      enrichedSSOSourceAccountId?: string;
      /** Days from the last activity to the date of the data. Without known activity: from the creation of the account or from the first date of activity data, whichever is later. Absent where the source has no activity data */
      analyticsDaysSinceLastActivity?: number;
      /** An account is dormant from 30 days without known use on, up to the date of the data */
      analyticsIsDormant?: boolean;
      /** True when no activity is known, so that the days are a minimum */
      analyticsDormantDaysIsLowerBound?: boolean;
      /** Roles that were read and that the account is a member of, itself or through groups and roles */
      analyticsRoleCount?: number;
      /** User groups that were read and that the account is a member of, itself or through groups */
      analyticsUserGroupCount?: number;
      /** Assigned applications that were read and to which an enabled grant gives access: a grant of the account itself, or of a group or role that it is in. Denials of one of these take away the permissions that they name, or all when they name none */
      analyticsAssignedApplicationCount?: number;
      /** Resource instances that were read and that the account reaches, itself or through groups, roles and containing resources, without those that denials take away */
      analyticsResourceInstanceCount?: number;
      /** True when the resource instances were too many to count, so that their number is an estimate that does not consider denials */
      analyticsResourceInstanceCountIsApproximate?: boolean;
      /** Blast radius: other accounts that this one can act as, directly or through others. An administrator (`isAdmin`) can act as every account of its application instance only with `hasAPIAccess`. Only for clients that see the whole tenant or have person data */
      analyticsImpersonatableAccountsCount?: number;
      /** Severity of the worst open risk violation. Only for clients that see the whole tenant or have person data */
      analyticsAccessRiskPosture?: 'Critical' | 'High' | 'Medium' | 'Low' | 'None';
      /** Risk violations of the account itself that are open. Only for clients that see the whole tenant or have person data */
      analyticsRiskViolationCount?: number;
      /** Primary steward, from the system of record. Only for clients that see the whole tenant or have person data */
      sorPrimaryStewardEmail?: string;
      /** Department, from the system of record. Only for clients that see the whole tenant or have person data */
      sorDepartment?: string;
      /** Job title, from the system of record. Only for clients that see the whole tenant or have person data */
      sorTitle?: string;
      /** Manager, from the system of record. Only for clients that see the whole tenant or have person data */
      sorManagerEmail?: string;
      /** Employment status, from the system of record. Only for clients that see the whole tenant or have person data */
      sorEmploymentStatus?: 'Active' | 'Leave' | 'Terminated' | 'Unknown';
    };
    PartialAccountList: {
      /** The objects of this page, in order */
      items: components['schemas']['PartialAccount'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    /** The fields of Role that `fields` names */
    PartialRole: {
      /** Persistent id of the role in the application */
      id?: string;
      /** Name */
      name?: string;
      /** What the application says the role is for */
      description?: string;
      /** Application-specific kind of role */
      applicationRoleType?: string;
      /** Who defines the role */
      type?: 'Custom' | 'Modeled' | 'Standard';
      /** True exactly when `type` is `Custom` */
      isCustom?: boolean;
      /** Where the role may be used from */
      authorizedLocations?: components['schemas']['AuthorizedLocationPolicy'];
      /** `authorizedLocations` with global ids */
      globalAuthorizedLocations?: components['schemas']['AuthorizedLocationPolicy'];
      /** Local id of the account that made the role */
      createdBy?: string;
      /** How `createdBy` is federated */
      createdByFederation?: components['schemas']['FederationInformation'];
      /** When the role was made */
      createdDate?: string;
      /** Local id of the account that last changed the role */
      lastModifiedBy?: string;
      /** How `lastModifiedBy` is federated */
      lastModifiedByFederation?: components['schemas']['FederationInformation'];
      /** When the role was last changed */
      lastModifiedDate?: string;
      /** Local id of the object directory that holds the role */
      objectDirectoryContainerId?: string;
      /** How the object directory is federated */
      objectDirectoryContainerFederation?: components['schemas']['FederationInformation'];
      /** Data source tag */
      sourceTag?: string;
      /** Global id of the account that made the role */
      globalCreatedBy?: string;
      /** Global id of the account that last changed the role */
      globalLastModifiedBy?: string;
      /** Global id of the object directory that holds the role */
      globalObjectDirectoryContainerId?: string;
      /** Where and when the object was read */
      objectMetadata?: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId?: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata?: components['schemas']['EnrichmentMetadata'];
      /** Primary steward, from the system of record. Only for clients that see the whole tenant or have person data */
      sorPrimaryStewardEmail?: string;
      /** Resource instances that the role reaches, nested ones included; above 1000 may be approximate */
      analyticsAccessToResourceInstancesCount?: number;
      /** True when the resource instances were too many to count, so that their number is an estimate that does not consider denials */
      analyticsAccessToResourceInstancesCountIsApproximate?: boolean;
      /** Member accounts that are not dormant, nesting included; absent where no activity is known */
      analyticsActiveMemberCount?: number;
      /** Member accounts that are dormant, nesting included; absent where no activity is known */
      analyticsInactiveMemberCount?: number;
      /** Accounts that hold the role, nesting included */
      analyticsMemberAccountsCount?: number;
      /** Direct members of any type */
      analyticsMemberCount?: number;
      /** Assigned applications that the role gives access to, itself or through roles that it holds */
      analyticsAssignedApplicationCount?: number;
      /** Roles that the role holds, nesting included */
      analyticsAssignedRoleCount?: number;
      /** User groups that hold the role, nesting included */
      analyticsAssignedUserGroupCount?: number;
      /** Global ids of the accounts and groups that an ownership entitlement makes owners of the role. Absent where the client may not see the object */
      analyticsOwners?: string[];
    };
    PartialRoleList: {
      /** The objects of this page, in order */
      items: components['schemas']['PartialRole'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    /** The fields of UserGroup that `fields` names */
    PartialUserGroup: {
      /** Local id of the group */
      id?: string;
      /** Name */
      name?: string;
      /** What the application says the group is for */
      description?: string;
      /** Address that reaches the members */
      email?: string;
      /** What the group is for, or how its members are determined */
      type?: 'Security' | 'Distribution' | 'Dynamic' | 'Modeled' | 'Sync' | 'Unknown';
      /** True when a rule decides who is a member */
      isDynamic?: boolean;
      /** True when roles can be given to the group */
      isAssignableToRole?: boolean;
      /** Who can become a member without being added by somebody else */
      joinPolicy?: 'Anyone' | 'Organisation' | 'Request' | 'Invited' | 'Unknown';
      /** True when accounts outside the organisation can be members */
      allowsExternalMembers?: boolean;
      /** Who may change the group */
      owners?: components['schemas']['Owner'][];
      /** When the group was made */
      createdDate?: string;
      /** When the group was last changed */
      lastModifiedDate?: string;
      /** Data source tag */
      sourceTag?: string;
      /** Where and when the object was read */
      objectMetadata?: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId?: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata?: components['schemas']['EnrichmentMetadata'];
      /** Direct members of any type */
      analyticsMemberCount?: number;
      /** Accounts in the group, nesting included */
      analyticsMemberAccountsCount?: number;
      /** Member accounts that are not dormant, nesting included; absent where no activity is known */
      analyticsActiveMemberCount?: number;
      /** Member accounts that are dormant, nesting included; absent where no activity is known */
      analyticsInactiveMemberCount?: number;
      /** Roles that the group holds, nesting included */
      analyticsAssignedRoleCount?: number;
      /** Assigned applications that the group gives access to, itself or through groups and roles that it is in */
      analyticsAssignedApplicationCount?: number;
    };
    PartialUserGroupList: {
      /** The objects of this page, in order */
      items: components['schemas']['PartialUserGroup'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    /** The fields of AssignedApplication that `fields` names */
    PartialAssignedApplication: {
      /** Local id of the application at its identity provider */
      id?: string;
      /** Name */
      name?: string;
      /** Vendor of the application */
      vendorName?: string;
      /** Labels that the identity provider keeps */
      labels?: components['schemas']['MetadataItem'][];
      /** OAuth client id of the application at the identity provider */
      oauthClientId?: string;
      /** SAML entity id of the application */
      samlEntityId?: string;
      /** Requirements for signing in to the application, with local ids */
      authenticationRequirements?: components['schemas']['AuthenticationRequirements'];
      /** `authenticationRequirements` with global ids */
      globalAuthenticationRequirements?: components['schemas']['AuthenticationRequirements'];
      /** Local id of the object directory that holds the application */
      objectDirectoryContainerId?: string;
      /** How the object directory is federated */
      objectDirectoryContainerFederation?: components['schemas']['FederationInformation'];
      /** Global id of the object directory that holds the application */
      globalObjectDirectoryContainerId?: string;
      /** Where and when the object was read */
      objectMetadata?: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId?: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata?: components['schemas']['EnrichmentMetadata'];
      /** OAuth client id, found by enrichment where the source does not have it. Only for clients that see the whole tenant or have person data */
      enrichedOAuthClientId?: string;
      /** SAML entity id, found by enrichment where the source does not have it. Only for clients that see the whole tenant or have person data */
      enrichedSamlEntityId?: string;
      /** Global id of the integrated application that this one signs in to. Absent where the client may not see the object */
      enrichedResolvedDeploymentId?: string;
    };
    PartialAssignedApplicationList: {
      /** The objects of this page, in order */
      items: components['schemas']['PartialAssignedApplication'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    /** The fields of IntegratedApplication that `fields` names */
    PartialIntegratedApplication: {
      /** Local id of the deployment */
      id?: string;
      /** Key that distinguishes this deployment from others of the same application, such as its host name */
      key?: string;
      /** Name */
      name?: string;
      /** Kind of application, for example `BusinessApplication` */
      category?: string;
      /** Vendor of the application */
      vendorName?: string;
      /** Labels of the deployment */
      labels?: components['schemas']['MetadataItem'][];
      /** Requirements for signing in to the application, with local ids */
      authenticationRequirements?: components['schemas']['AuthenticationRequirements'];
      /** `authenticationRequirements` with global ids */
      globalAuthenticationRequirements?: components['schemas']['AuthenticationRequirements'];
      /** Relationship types that may join objects of other applications */
      supportedFederatedRelationships?: string[];
      /** What the application does not have or does not reveal */
      unsupportedTypes?: {
        /** Object types */
        objectTypes?: string[];
        /** Relationship types */
        relationshipTypes?: string[];
      };
      /** Where and when the object was read */
      objectMetadata?: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId?: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata?: components['schemas']['EnrichmentMetadata'];
      /** Tenant-wide key of the deployment */
      globalDeploymentKey?: string;
      /** Global id of the deployment with which this one was identified. Absent where the client may not see the object */
      enrichedResolvedDeploymentId?: string;
    };
    PartialIntegratedApplicationList: {
      /** The objects of this page, in order */
      items: components['schemas']['PartialIntegratedApplication'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    /** The fields of Authenticator that `fields` names */
    PartialAuthenticator: {
      /** Global id of the authenticator; connectors land its local id here */
      id?: string;
      /** Name */
      name?: string;
      /** Description at the identity provider */
      description?: string;
      /** True when it can be used */
      isActive?: boolean;
      /** Base64 SHA-256 hashes of authentication configuration properties, by which applications are matched */
      authenticationKeys?: string[];
      /** Methods that it offers */
      authenticationMethods?: components['schemas']['AuthenticationMethod'][];
      /** Where and when the object was read */
      objectMetadata?: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId?: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata?: components['schemas']['EnrichmentMetadata'];
      /** Primary steward, from the system of record. Only for clients that see the whole tenant or have person data */
      sorPrimaryStewardEmail?: string;
    };
    PartialAuthenticatorList: {
      /** The objects of this page, in order */
      items: components['schemas']['PartialAuthenticator'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    /** The fields of AuthenticatorEnrollment that `fields` names */
    PartialAuthenticatorEnrollment: {
      /** Local id of the enrollment */
      id?: string;
      /** Local id of the account that enrolled */
      accountKey?: string;
      /** Methods that were enrolled */
      authenticationMethods?: components['schemas']['AuthenticationMethod'][];
      /** Whether the enrollment can be used */
      enrollmentStatus?: 'Active' | 'Inactive' | 'Pending' | 'Suspended' | 'Revoked';
      /** When the account enrolled */
      enrolledAt?: string;
      /** When the enrollment was revoked */
      revokedAt?: string;
      /** The device that holds the authenticator */
      deviceInfo?: {
        /** Id of the device */
        deviceId?: string;
        /** Kind of device, for example `SecurityKey` */
        deviceType?: string;
        /** When the device was registered */
        registeredAt?: string;
        /** Name that the holder gave the device */
        deviceName?: string;
      };
      /** Where and when the object was read */
      objectMetadata?: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId?: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata?: components['schemas']['EnrichmentMetadata'];
      /** Primary steward, from the system of record. Only for clients that see the whole tenant or have person data */
      sorPrimaryStewardEmail?: string;
    };
    PartialAuthenticatorEnrollmentList: {
      /** The objects of this page, in order */
      items: components['schemas']['PartialAuthenticatorEnrollment'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    /** The fields of EntityAssignedAccessToObject that `fields` names */
    PartialEntityAssignedAccessToObject: {
      /** Local id of the assignment */
      id?: string;
      /** Local id of the entity that has the access */
      entityId?: string;
      /** Type of the entity that has the access: Account, Role or UserGroup */
      entityType?: 'Account' | 'AccountRole' | 'Activity' | 'AssignedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'Department' | 'DirectoryProvider' | 'Employee' | 'IntegratedApplication' | 'None' | 'ObjectDirectory' | 'PermissionSet' | 'Person' | 'ResourceClass' | 'ResourceInstance' | 'RiskDefinition' | 'RiskViolation' | 'Role' | 'UserGroup';
      /** Local id of the object of the access */
      assignedObjectId?: string;
      /** Type of the object of the access: AssignedApplication, IntegratedApplication, ResourceClass or ResourceInstance */
      assignedObjectType?: 'Account' | 'AccountRole' | 'Activity' | 'AssignedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'Department' | 'DirectoryProvider' | 'Employee' | 'IntegratedApplication' | 'None' | 'ObjectDirectory' | 'PermissionSet' | 'Person' | 'ResourceClass' | 'ResourceInstance' | 'RiskDefinition' | 'RiskViolation' | 'Role' | 'UserGroup';
      /** What is granted or denied, with local ids */
      entitlementSpecification?: components['schemas']['EntitlementSpecification'];
      /** How the two sides are federated */
      federationSpecification?: components['schemas']['FederationSpecification'];
      /** Global id of the entity that has the access */
      globalEntityId?: string;
      /** `entityType` in global form */
      globalEntityType?: 'Service_Account' | 'Service_AccountRole' | 'Service_Activity' | 'Service_AssignedApplication' | 'Service_Authenticator' | 'Service_AuthenticatorEnrollment' | 'Service_Department' | 'Service_DirectoryProvider' | 'Service_Employee' | 'Service_IntegratedApplication' | 'Service_None' | 'Service_ObjectDirectory' | 'Service_PermissionSet' | 'Service_Person' | 'Service_ResourceClass' | 'Service_ResourceInstance' | 'Service_RiskDefinition' | 'Service_RiskViolation' | 'Service_Role' | 'Service_UserGroup';
      /** Global id of the object of the access */
      globalAssignedObjectId?: string;
      /** `assignedObjectType` in global form */
      globalAssignedObjectType?: 'Service_Account' | 'Service_AccountRole' | 'Service_Activity' | 'Service_AssignedApplication' | 'Service_Authenticator' | 'Service_AuthenticatorEnrollment' | 'Service_Department' | 'Service_DirectoryProvider' | 'Service_Employee' | 'Service_IntegratedApplication' | 'Service_None' | 'Service_ObjectDirectory' | 'Service_PermissionSet' | 'Service_Person' | 'Service_ResourceClass' | 'Service_ResourceInstance' | 'Service_RiskDefinition' | 'Service_RiskViolation' | 'Service_Role' | 'Service_UserGroup';
      /** `entitlementSpecification` with global ids */
      globalEntitlementSpecification?: components['schemas']['EntitlementSpecification'];
      /** Where and when the object was read */
      objectMetadata?: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId?: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata?: components['schemas']['EnrichmentMetadata'];
      /** Known logins through the assignment */
      analyticsLoginEventCount?: number;
      /** Known uses of the object through the assignment */
      analyticsResourceAccessEventCount?: number;
      /** Days from the last use to the date of the data */
      analyticsDaysSinceLastActivity?: number;
      /** First known use */
      analyticsFirstActivityDate?: string;
      /** Last known use */
      analyticsLastActivityDate?: string;
    };
    PartialEntityAssignedAccessToObjectList: {
      /** The objects of this page, in order */
      items: components['schemas']['PartialEntityAssignedAccessToObject'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    /** The fields of EntityManagedViaObject that `fields` names */
    PartialEntityManagedViaObject: {
      /** Local id of the relationship */
      id?: string;
      /** Local id of the managed entity */
      entityId?: string;
      /** Type of the managed entity, for example Account */
      entityType?: 'Account' | 'AccountRole' | 'Activity' | 'AssignedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'Department' | 'DirectoryProvider' | 'Employee' | 'IntegratedApplication' | 'None' | 'ObjectDirectory' | 'PermissionSet' | 'Person' | 'ResourceClass' | 'ResourceInstance' | 'RiskDefinition' | 'RiskViolation' | 'Role' | 'UserGroup';
      /** Local id of the object that it is managed through */
      managedViaObjectId?: string;
      /** Type of that object, for example UserGroup or Role */
      managedViaObjectType?: 'Account' | 'AccountRole' | 'Activity' | 'AssignedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'Department' | 'DirectoryProvider' | 'Employee' | 'IntegratedApplication' | 'None' | 'ObjectDirectory' | 'PermissionSet' | 'Person' | 'ResourceClass' | 'ResourceInstance' | 'RiskDefinition' | 'RiskViolation' | 'Role' | 'UserGroup';
      /** How the two sides are federated */
      federationSpecification?: components['schemas']['FederationSpecification'];
      /** Global id of the managed entity */
      globalEntityId?: string;
      /** `entityType` in global form */
      globalEntityType?: 'Service_Account' | 'Service_AccountRole' | 'Service_Activity' | 'Service_AssignedApplication' | 'Service_Authenticator' | 'Service_AuthenticatorEnrollment' | 'Service_Department' | 'Service_DirectoryProvider' | 'Service_Employee' | 'Service_IntegratedApplication' | 'Service_None' | 'Service_ObjectDirectory' | 'Service_PermissionSet' | 'Service_Person' | 'Service_ResourceClass' | 'Service_ResourceInstance' | 'Service_RiskDefinition' | 'Service_RiskViolation' | 'Service_Role' | 'Service_UserGroup';
      /** Global id of the object that it is managed through */
      globalManagedViaObjectId?: string;
      /** `managedViaObjectType` in global form */
      globalManagedViaObjectType?: 'Service_Account' | 'Service_AccountRole' | 'Service_Activity' | 'Service_AssignedApplication' | 'Service_Authenticator' | 'Service_AuthenticatorEnrollment' | 'Service_Department' | 'Service_DirectoryProvider' | 'Service_Employee' | 'Service_IntegratedApplication' | 'Service_None' | 'Service_ObjectDirectory' | 'Service_PermissionSet' | 'Service_Person' | 'Service_ResourceClass' | 'Service_ResourceInstance' | 'Service_RiskDefinition' | 'Service_RiskViolation' | 'Service_Role' | 'Service_UserGroup';
      /** Where and when the object was read */
      objectMetadata?: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId?: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata?: components['schemas']['EnrichmentMetadata'];
    };
    PartialEntityManagedViaObjectList: {
      /** The objects of this page, in order */
      items: components['schemas']['PartialEntityManagedViaObject'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    /** The fields of ResourceClass that `fields` names */
    PartialResourceClass: {
      /** Local id of the class */
      id?: string;
      /** Name */
      name?: string;
      /** Name to show */
      displayName?: string;
      /** Address of the class in the application */
      pageUri?: string;
      /** Data source tag */
      sourceTag?: string;
      /** Where and when the object was read */
      objectMetadata?: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId?: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata?: components['schemas']['EnrichmentMetadata'];
      /** Primary steward, from the system of record. Only for clients that see the whole tenant or have person data */
      sorPrimaryStewardEmail?: string;
      /** Resource instances that were read and name the class as theirs */
      analyticsResourceInstanceCount?: number;
    };
    PartialResourceClassList: {
      /** The objects of this page, in order */
      items: components['schemas']['PartialResourceClass'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    /** The fields of ResourceInstance that `fields` names */
    PartialResourceInstance: {
      /** Local id of the resource */
      id?: string;
      /** Name */
      name?: string;
      /** Name to show */
      displayName?: string;
      /** Local id of the class of the resource */
      resourceClass?: string;
      /** Local id of the resource that contains this one */
      parentId?: string;
      /** Address of the resource in the application */
      pageUri?: string;
      /** True when the source marks the resource as sensitive */
      isSensitive?: boolean;
      /** True when people outside the organisation can reach the resource */
      externallyShared?: boolean;
      /** Local ids of the accounts that own the resource */
      ownerAccountIds?: string[];
      /** When the resource was made */
      createdDate?: string;
      /** When the resource was last changed */
      lastModifiedDate?: string;
      /** Data source tag */
      sourceTag?: string;
      /** Global id of the class of the resource */
      globalResourceClass?: string;
      /** Global id of the resource that contains this one */
      globalParentId?: string;
      /** Where and when the object was read */
      objectMetadata?: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId?: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata?: components['schemas']['EnrichmentMetadata'];
      /** Accounts that reach the resource, nesting included, without those that denials keep out */
      analyticsAccountsWithAccessCount?: number;
      /** True when the accounts were too many to count, so that their number is an estimate that does not consider denials */
      analyticsAccountsWithAccessCountIsApproximate?: boolean;
    };
    PartialResourceInstanceList: {
      /** The objects of this page, in order */
      items: components['schemas']['PartialResourceInstance'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    /** The fields of Department that `fields` names */
    PartialDepartment: {
      /** Local id of the department */
      id?: string;
      /** Name */
      name?: string;
      /** Short code */
      code?: string;
      /** E-mail address of the head of the department */
      managerEmail?: string;
      /** Cost centre that the department is booked on */
      costCenter?: string;
      /** Where and when the object was read */
      objectMetadata?: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId?: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata?: components['schemas']['EnrichmentMetadata'];
      /** People in the department, without those of departments below it */
      analyticsMemberCount?: number;
    };
    PartialDepartmentList: {
      /** The objects of this page, in order */
      items: components['schemas']['PartialDepartment'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    /** The fields of ObjectDirectory that `fields` names */
    PartialObjectDirectory: {
      /** Local id of the directory */
      id?: string;
      /** Name */
      name?: string;
      /** What the source says the directory is for */
      description?: string;
      /** What kind of container it is */
      type?: 'Domain' | 'OrganizationalUnit' | 'Container' | 'Project' | 'Unknown';
      /** Full path or distinguished name (RFC 4514) */
      path?: string;
      /** Local id of the directory that contains this one */
      parentId?: string;
      /** Local id of the provider that the directory belongs to */
      directoryProviderId?: string;
      /** When the directory was made */
      createdDate?: string;
      /** When the directory was last changed */
      lastModifiedDate?: string;
      /** Data source tag */
      sourceTag?: string;
      /** Global id of the directory that contains this one */
      globalParentId?: string;
      /** Global id of the provider that the directory belongs to */
      globalDirectoryProviderId?: string;
      /** Where and when the object was read */
      objectMetadata?: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId?: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata?: components['schemas']['EnrichmentMetadata'];
      /** Accounts that the directory holds */
      analyticsAccountCount?: number;
      /** User groups that the directory holds */
      analyticsUserGroupCount?: number;
      /** Roles that the directory holds */
      analyticsRoleCount?: number;
    };
    PartialObjectDirectoryList: {
      /** The objects of this page, in order */
      items: components['schemas']['PartialObjectDirectory'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    /** The fields of DirectoryProvider that `fields` names */
    PartialDirectoryProvider: {
      /** Local id of the provider */
      id?: string;
      /** Name */
      name?: string;
      /** What the source says of the provider */
      description?: string;
      /** What kind of directory it is */
      type?: 'ActiveDirectory' | 'LDAP' | 'SCIM' | 'IdentityProvider' | 'HumanResources' | 'OperatingSystem' | 'Unknown';
      /** Vendor of the directory */
      vendorName?: string;
      /** DNS domains for which the directory is responsible */
      domains?: string[];
      /** True when the sync runs */
      isActive?: boolean;
      /** True when the directory, not the application, decides the synced fields */
      isAuthoritative?: boolean;
      /** Direction in which changes are synced, seen from the application */
      syncDirection?: 'Inbound' | 'Outbound' | 'Bidirectional' | 'Unknown';
      /** When the directory was last synced */
      lastSyncDate?: string;
      /** When the provider was set up */
      createdDate?: string;
      /** When the provider was last changed */
      lastModifiedDate?: string;
      /** Data source tag */
      sourceTag?: string;
      /** Where and when the object was read */
      objectMetadata?: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId?: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata?: components['schemas']['EnrichmentMetadata'];
      /** Accounts that are synced through the provider. Only for clients that see the whole tenant or have person data */
      analyticsSyncedAccountCount?: number;
    };
    PartialDirectoryProviderList: {
      /** The objects of this page, in order */
      items: components['schemas']['PartialDirectoryProvider'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    /** The fields of PermissionSet that `fields` names */
    PartialPermissionSet: {
      /** Local id of the permission set */
      id?: string;
      /** Name */
      name?: string;
      /** What the application says the set is for */
      description?: string;
      /** Who defines the set: privileged users (Custom) or the application (Standard) */
      type?: 'Custom' | 'Standard' | 'Unknown';
      /** What the set permits */
      permissions?: components['schemas']['Permissions'];
      /** Local id of the class of resources that the set applies to */
      resourceClass?: string;
      /** Local id of the account that made the set */
      createdBy?: string;
      /** When the set was made */
      createdDate?: string;
      /** Local id of the account that last changed the set */
      lastModifiedBy?: string;
      /** When the set was last changed */
      lastModifiedDate?: string;
      /** Data source tag */
      sourceTag?: string;
      /** Global id of the class of resources that the set applies to */
      globalResourceClass?: string;
      /** Global id of the account that made the set */
      globalCreatedBy?: string;
      /** Global id of the account that last changed the set */
      globalLastModifiedBy?: string;
      /** Where and when the object was read */
      objectMetadata?: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId?: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata?: components['schemas']['EnrichmentMetadata'];
      /** Accounts that hold the set, nesting included */
      analyticsAccountsWithAccessCount?: number;
      /** Roles that hold the set */
      analyticsAssignedRoleCount?: number;
    };
    PartialPermissionSetList: {
      /** The objects of this page, in order */
      items: components['schemas']['PartialPermissionSet'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    /** The fields of Employee that `fields` names */
    PartialEmployee: {
      /** Local id of the employee in the HR system */
      id?: string;
      /** Employee number, by which other systems know the employee */
      employeeNumber?: string;
      /** Full name */
      name?: string;
      /** Name to show; `name` where the source has none */
      displayName?: string;
      /** Given name */
      firstName?: string;
      /** Family name */
      lastName?: string;
      /** Work e-mail address */
      email?: string;
      /** Further e-mail addresses */
      alternateEmails?: string[];
      /** Whether the employee works for the organisation at present */
      employmentStatus?: 'Active' | 'Leave' | 'Terminated' | 'Unknown';
      /** Type of employment */
      employmentType?: 'Employee' | 'Contractor' | 'Intern' | 'Temporary' | 'Vendor' | 'Unknown';
      /** First day of work */
      hireDate?: string;
      /** Last day of work, once it is known */
      terminationDate?: string;
      /** Job title */
      title?: string;
      /** Job profile id */
      jobCode?: string;
      /** Job family */
      jobFamily?: string;
      /** Broadest grouping of jobs */
      jobFamilyGroup?: string;
      /** Role-level descriptor of the job */
      jobFunction?: string;
      /** Name of the department */
      department?: string;
      /** Local id of the department */
      departmentId?: string;
      /** Cost centre */
      costCenter?: string;
      /** Legal entity that employs the employee */
      companyName?: string;
      /** Place of work */
      location?: string;
      /** Country of work, ISO 3166-1 alpha-2 */
      countryCode?: string;
      /** Local id of the manager */
      managerEmployeeId?: string;
      /** E-mail address of the manager */
      managerEmail?: string;
      /** When the record was made */
      createdDate?: string;
      /** When the record was last changed */
      lastModifiedDate?: string;
      /** Data source tag */
      sourceTag?: string;
      /** Further facts of the source, and raw values that an enumeration does not have */
      profileMetadata?: components['schemas']['MetadataItem'][];
      /** Global id of the department */
      globalDepartmentId?: string;
      /** Global id of the manager */
      globalManagerEmployeeId?: string;
      /** Where and when the object was read */
      objectMetadata?: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId?: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata?: components['schemas']['EnrichmentMetadata'];
      /** Global id of the person that the employee is. Absent where the client may not see the object */
      enrichedPersonId?: string;
      /** Accounts that were joined to the employee’s person. Only for clients that see the whole tenant or have person data */
      analyticsAccountCount?: number;
      /** Accounts that were joined to the employee’s person and are enabled. Only for clients that see the whole tenant or have person data */
      analyticsEnabledAccountCount?: number;
    };
    PartialEmployeeList: {
      /** The objects of this page, in order */
      items: components['schemas']['PartialEmployee'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    /** The fields of Person that `fields` names */
    PartialPerson: {
      /** Id of the person, stable while the evidence that joins the accounts is the same */
      id?: string;
      /** Name to show */
      displayName?: string;
      /** Primary e-mail address */
      email?: string;
      /** Further e-mail addresses of the person’s accounts */
      alternateEmails?: string[];
      /** Local id of the employee that the person is */
      employeeId?: string;
      /** Employee number */
      employeeNumber?: string;
      /** Whether the person works for the organisation at present */
      employmentStatus?: 'Active' | 'Leave' | 'Terminated' | 'Unknown';
      /** Type of employment */
      employmentType?: 'Employee' | 'Contractor' | 'Intern' | 'Temporary' | 'Vendor' | 'Unknown';
      /** First day of work */
      hireDate?: string;
      /** Last day of work, once it is known */
      terminationDate?: string;
      /** Job title */
      title?: string;
      /** Name of the department */
      department?: string;
      /** Legal entity that employs the person */
      companyName?: string;
      /** Id of the manager’s person */
      managerPersonId?: string;
      /** E-mail address of the manager */
      managerEmail?: string;
      /** Evidence by which accounts were joined to the person, such as `email` or `employeeNumber` */
      joinedBy?: string[];
      /** Global id of the employee that the person is. Absent where the client may not see the object */
      globalEmployeeId?: string;
      /** Global id of the manager’s person. Absent where the client may not see the object */
      globalManagerPersonId?: string;
      /** Where and when the object was read */
      objectMetadata?: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId?: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata?: components['schemas']['EnrichmentMetadata'];
      /** Accounts that were joined to the person. Only for clients that see the whole tenant or have person data */
      analyticsAccountCount?: number;
      /** Accounts that were joined to the person and are enabled. Only for clients that see the whole tenant or have person data */
      analyticsEnabledAccountCount?: number;
      /** Accounts that were joined to the person and administer their application instance. Only for clients that see the whole tenant or have person data */
      analyticsAdminAccountCount?: number;
      /** Machine and token accounts that the person’s accounts own. Only for clients that see the whole tenant or have person data */
      analyticsNonHumanIdentityCount?: number;
      /** Applications that the person’s accounts reach. Only for clients that see the whole tenant or have person data */
      analyticsAssignedApplicationCount?: number;
      /** Last activity of any of the accounts. Only for clients that see the whole tenant or have person data */
      analyticsLastActivityDate?: string;
      /** Days from the last activity to the date of the data. Only for clients that see the whole tenant or have person data */
      analyticsDaysSinceLastActivity?: number;
      /** Severity of the worst open risk violation of any of the accounts. Only for clients that see the whole tenant or have person data */
      analyticsAccessRiskPosture?: 'Critical' | 'High' | 'Medium' | 'Low' | 'None';
      /** Open risk violations of the person and the accounts. Only for clients that see the whole tenant or have person data */
      analyticsRiskViolationCount?: number;
    };
    PartialPersonList: {
      /** The objects of this page, in order */
      items: components['schemas']['PartialPerson'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    /** The fields of Activity that `fields` names */
    PartialActivity: {
      /** Local id of the event */
      id?: string;
      /** The source’s own name of the event, for example `user.session.start` */
      eventType?: string;
      /** What kind of activity it was */
      category?: 'Login' | 'ResourceAccess' | 'Administration' | 'Unknown';
      /** When it happened */
      occurredAt?: string;
      /** Whether it succeeded */
      outcome?: 'Success' | 'Failure' | 'Unknown';
      /** Why it failed or was refused, as the source says */
      outcomeReason?: string;
      /** What happened, in the source’s words */
      description?: string;
      /** Local id of the account that acted */
      actorAccountId?: string;
      /** Local id of what was acted on */
      targetObjectId?: string;
      /** Type of what was acted on, for example AssignedApplication */
      targetObjectType?: 'Account' | 'AccountRole' | 'Activity' | 'AssignedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'Department' | 'DirectoryProvider' | 'Employee' | 'IntegratedApplication' | 'None' | 'ObjectDirectory' | 'PermissionSet' | 'Person' | 'ResourceClass' | 'ResourceInstance' | 'RiskDefinition' | 'RiskViolation' | 'Role' | 'UserGroup';
      /** Address that the actor came from, IPv4 or IPv6 */
      ipAddress?: string;
      /** Client that the actor used */
      userAgent?: string;
      /** Where the actor was, as far as the source knows */
      location?: components['schemas']['LocationSpecification'];
      /** Methods that a login used */
      authenticationMethods?: components['schemas']['AuthenticationMethod'][];
      /** Session that the activity was part of */
      sessionId?: string;
      /** Further facts of the source, and raw values that an enumeration does not have */
      profileMetadata?: components['schemas']['MetadataItem'][];
      /** Data source tag */
      sourceTag?: string;
      /** Global id of the account that acted */
      globalActorAccountId?: string;
      /** Global id of what was acted on */
      globalTargetObjectId?: string;
      /** `targetObjectType` in global form */
      globalTargetObjectType?: 'Service_Account' | 'Service_AccountRole' | 'Service_Activity' | 'Service_AssignedApplication' | 'Service_Authenticator' | 'Service_AuthenticatorEnrollment' | 'Service_Department' | 'Service_DirectoryProvider' | 'Service_Employee' | 'Service_IntegratedApplication' | 'Service_None' | 'Service_ObjectDirectory' | 'Service_PermissionSet' | 'Service_Person' | 'Service_ResourceClass' | 'Service_ResourceInstance' | 'Service_RiskDefinition' | 'Service_RiskViolation' | 'Service_Role' | 'Service_UserGroup';
      /** Where and when the object was read */
      objectMetadata?: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId?: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata?: components['schemas']['EnrichmentMetadata'];
      /** Global id of the person whose account acted. Absent where the client may not see the object */
      enrichedPersonId?: string;
    };
    PartialActivityList: {
      /** The objects of this page, in order */
      items: components['schemas']['PartialActivity'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    /** The fields of RiskDefinition that `fields` names */
    PartialRiskDefinition: {
      /** Local id of the rule */
      id?: string;
      /** Name */
      name?: string;
      /** Which state is a risk, and why */
      description?: string;
      /** How bad a violation is */
      severity?: 'Critical' | 'High' | 'Medium' | 'Low';
      /** What the risk is about */
      type?: 'Identity' | 'Security' | 'Access';
      /** True when the rule is checked */
      isEnabled?: boolean;
      /** Types of objects that can violate the rule */
      entityTypes?: ('Account' | 'AccountRole' | 'Activity' | 'AssignedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'Department' | 'DirectoryProvider' | 'Employee' | 'IntegratedApplication' | 'None' | 'ObjectDirectory' | 'PermissionSet' | 'Person' | 'ResourceClass' | 'ResourceInstance' | 'RiskDefinition' | 'RiskViolation' | 'Role' | 'UserGroup')[];
      /** What to do about a violation */
      remediation?: string;
      /** Controls of standards to which the rule belongs, for example `ISO/IEC 27001:2022 A.5.18` */
      references?: string[];
      /** When the rule was made */
      createdDate?: string;
      /** When the rule was last changed */
      lastModifiedDate?: string;
      /** Data source tag */
      sourceTag?: string;
      /** Where and when the object was read */
      objectMetadata?: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId?: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata?: components['schemas']['EnrichmentMetadata'];
      /** Open violations of the rule. Only for clients that see the whole tenant or have person data */
      analyticsOpenViolationCount?: number;
    };
    PartialRiskDefinitionList: {
      /** The objects of this page, in order */
      items: components['schemas']['PartialRiskDefinition'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    /** The fields of RiskViolation that `fields` names */
    PartialRiskViolation: {
      /** Local id of the violation */
      id?: string;
      /** Local id of the violated rule */
      riskDefinitionId?: string;
      /** Local id of the object at risk */
      entityId?: string;
      /** Type of the object at risk */
      entityType?: 'Account' | 'AccountRole' | 'Activity' | 'AssignedApplication' | 'Authenticator' | 'AuthenticatorEnrollment' | 'Department' | 'DirectoryProvider' | 'Employee' | 'IntegratedApplication' | 'None' | 'ObjectDirectory' | 'PermissionSet' | 'Person' | 'ResourceClass' | 'ResourceInstance' | 'RiskDefinition' | 'RiskViolation' | 'Role' | 'UserGroup';
      /** How bad the violation is */
      severity?: 'Critical' | 'High' | 'Medium' | 'Low';
      /** What the risk is about */
      type?: 'Identity' | 'Security' | 'Access';
      /** Whether the violation is open; Suppressed means that somebody accepted it */
      status?: 'Open' | 'Resolved' | 'Suppressed' | 'Unknown';
      /** When the violation was first seen */
      detectedAt?: string;
      /** When the violation was last seen; while it is open, the service changes this once a day */
      lastObservedAt?: string;
      /** When the violation was first found to be gone */
      resolvedAt?: string;
      /** What is wrong with this object, in a sentence */
      description?: string;
      /** The facts that make it a violation */
      evidence?: components['schemas']['MetadataItem'][];
      /** Controls of standards to which the violated rule belongs, for example `OWASP NHI1:2025` */
      references?: string[];
      /** Why somebody accepted the violation */
      suppressionReason?: string;
      /** When the acceptance ends; then the violation is open again */
      suppressedUntil?: string;
      /** Data source tag */
      sourceTag?: string;
      /** Global id of the violated rule. Absent where the client may not see the object */
      globalRiskDefinitionId?: string;
      /** Global id of the object at risk */
      globalEntityId?: string;
      /** `entityType` in global form */
      globalEntityType?: 'Service_Account' | 'Service_AccountRole' | 'Service_Activity' | 'Service_AssignedApplication' | 'Service_Authenticator' | 'Service_AuthenticatorEnrollment' | 'Service_Department' | 'Service_DirectoryProvider' | 'Service_Employee' | 'Service_IntegratedApplication' | 'Service_None' | 'Service_ObjectDirectory' | 'Service_PermissionSet' | 'Service_Person' | 'Service_ResourceClass' | 'Service_ResourceInstance' | 'Service_RiskDefinition' | 'Service_RiskViolation' | 'Service_Role' | 'Service_UserGroup';
      /** Where and when the object was read */
      objectMetadata?: components['schemas']['ObjectMetadata'];
      /** Tenant-wide id: UUIDv5 over tenant, application instance, type and local id */
      globalId?: string;
      /** Which enrichment made the row, and when */
      serviceObjectMetadata?: components['schemas']['EnrichmentMetadata'];
      /** Global id of the person responsible for the object. Absent where the client may not see the object */
      enrichedPersonId?: string;
      /** Days from detection to resolution, or to the date of the data */
      analyticsDaysOpen?: number;
    };
    PartialRiskViolationList: {
      /** The objects of this page, in order */
      items: components['schemas']['PartialRiskViolation'][];
      /** Present while more pages remain, even when this page is empty; pass it back as `pageToken` */
      nextPageToken?: string;
      /** Objects of the whole list. Present with `filter`, `sort`, `fields` or `skip` */
      totalCount?: number;
    };
    SavedQueryCreation: {
      /** Unique in the tenant whatever the case of its letters */
      name: string;
      /** Stored as it is; checked when it is executed */
      query_string: string;
      /** Semantic model that the query targets */
      model?: string;
      /** What the query is for */
      description?: string;
    };
    SavedQueryUpdate: {
      /** Unique in the tenant whatever the case of its letters */
      name: string;
      /** Stored as it is; checked when it is executed */
      query_string: string;
      /** Semantic model that the query targets */
      model: string;
      /** What the query is for */
      description?: string;
      /** Version that the update is based on */
      version: number;
    };
    QueryExecution: {
      /** A saved query; this or `query_string` */
      query_id?: string;
      /** SQL, one SELECT in DuckDB’s dialect; this or `query_id` */
      query_string?: string;
      /** Semantic model that the query targets */
      model?: string;
      /** Values of the query’s `:name` placeholders */
      parameters?: {
        [name: string]: unknown;
      };
      /** Rows on the page; default 1000 */
      page_size?: number;
      /** `nextPageToken` of the page before */
      page_token?: string;
      /** Answer from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. Default: the version in service */
      as_of?: string;
    };
    AccessEvaluation: {
      /** Who would do it */
      subject: {
        /** Singular of the path of a collection: `account`, `person`, `user-group`, `resource-instance` */
        type: string;
        /** Global id; or local id, username or e-mail address of an account, name of anything else, where only one has it */
        id: string;
        /** `applicationInstanceId`: where an `id` is looked up that is no global id. Others do not count */
        properties?: {
          /** Where the `id` is looked up */
          applicationInstanceId?: string;
          [name: string]: unknown;
        };
        [name: string]: unknown;
      };
      /** What would be done */
      action: {
        /** `create`, `read`, `update`, `delete`, `execute`, `share`, `privileged`; `member` of a group, role or permission set; anything else is the source’s own name of a permission (`fineGrainedSpecifiers`) */
        name: string;
        [name: string]: unknown;
      };
      /** With what it would be done */
      resource: {
        /** Singular of the path of a collection: `account`, `person`, `user-group`, `resource-instance` */
        type: string;
        /** Global id; or local id, username or e-mail address of an account, name of anything else, where only one has it */
        id: string;
        /** `applicationInstanceId`: where an `id` is looked up that is no global id. Others do not count */
        properties?: {
          /** Where the `id` is looked up */
          applicationInstanceId?: string;
          [name: string]: unknown;
        };
        [name: string]: unknown;
      };
      /** Does not count */
      context?: {
        [name: string]: unknown;
      };
      [name: string]: unknown;
    };
    AccessEvaluations: {
      /** Who would do it, where an evaluation names nobody */
      subject?: {
        /** Singular of the path of a collection: `account`, `person`, `user-group`, `resource-instance` */
        type: string;
        /** Global id; or local id, username or e-mail address of an account, name of anything else, where only one has it */
        id: string;
        /** `applicationInstanceId`: where an `id` is looked up that is no global id. Others do not count */
        properties?: {
          /** Where the `id` is looked up */
          applicationInstanceId?: string;
          [name: string]: unknown;
        };
        [name: string]: unknown;
      };
      /** What would be done, where an evaluation does not say it */
      action?: {
        /** `create`, `read`, `update`, `delete`, `execute`, `share`, `privileged`; `member` of a group, role or permission set; anything else is the source’s own name of a permission (`fineGrainedSpecifiers`) */
        name: string;
        [name: string]: unknown;
      };
      /** With what it would be done, where an evaluation does not say it */
      resource?: {
        /** Singular of the path of a collection: `account`, `person`, `user-group`, `resource-instance` */
        type: string;
        /** Global id; or local id, username or e-mail address of an account, name of anything else, where only one has it */
        id: string;
        /** `applicationInstanceId`: where an `id` is looked up that is no global id. Others do not count */
        properties?: {
          /** Where the `id` is looked up */
          applicationInstanceId?: string;
          [name: string]: unknown;
        };
        [name: string]: unknown;
      };
      /** Does not count */
      context?: {
        [name: string]: unknown;
      };
      /** Requests; members that one lacks are those beside `evaluations`. Absent or empty: one request */
      evaluations?: {
        /** As `subject` of one evaluation */
        subject?: string | number | boolean | null | unknown[] | {
          [name: string]: unknown;
        };
        /** As `action` of one evaluation */
        action?: string | number | boolean | null | unknown[] | {
          [name: string]: unknown;
        };
        /** As `resource` of one evaluation */
        resource?: string | number | boolean | null | unknown[] | {
          [name: string]: unknown;
        };
        /** Does not count */
        context?: string | number | boolean | null | unknown[] | {
          [name: string]: unknown;
        };
        [name: string]: unknown;
      }[];
      /** How several evaluations are answered */
      options?: {
        /** After which decision the answer ends: the last one, the first denial, the first permission */
        evaluations_semantic?: 'execute_all' | 'deny_on_first_deny' | 'permit_on_first_permit';
        [name: string]: unknown;
      };
      [name: string]: unknown;
    };
    SubjectSearch: {
      /** Only the `type` counts: objects of this type are found */
      subject: {
        /** Singular of the path of a collection: `account`, `person`, `user-group`, `resource-instance` */
        type: string;
        /** Does not count */
        id?: string;
        /** `applicationInstanceId`: where an `id` is looked up that is no global id. Others do not count */
        properties?: {
          /** Where the `id` is looked up */
          applicationInstanceId?: string;
          [name: string]: unknown;
        };
        [name: string]: unknown;
      };
      /** What would be done */
      action: {
        /** `create`, `read`, `update`, `delete`, `execute`, `share`, `privileged`; `member` of a group, role or permission set; anything else is the source’s own name of a permission (`fineGrainedSpecifiers`) */
        name: string;
        [name: string]: unknown;
      };
      /** With what it would be done */
      resource: {
        /** Singular of the path of a collection: `account`, `person`, `user-group`, `resource-instance` */
        type: string;
        /** Global id; or local id, username or e-mail address of an account, name of anything else, where only one has it */
        id: string;
        /** `applicationInstanceId`: where an `id` is looked up that is no global id. Others do not count */
        properties?: {
          /** Where the `id` is looked up */
          applicationInstanceId?: string;
          [name: string]: unknown;
        };
        [name: string]: unknown;
      };
      /** Does not count */
      context?: {
        [name: string]: unknown;
      };
      /** Which page of the results; left out: the first */
      page?: {
        /** `next_token` of the page before */
        token?: string;
        /** The same, as drafts of the specification call it */
        next_token?: string;
        /** Candidates of a page */
        limit?: number;
        [name: string]: unknown;
      };
      [name: string]: unknown;
    };
    ResourceSearch: {
      /** Who would do it */
      subject: {
        /** Singular of the path of a collection: `account`, `person`, `user-group`, `resource-instance` */
        type: string;
        /** Global id; or local id, username or e-mail address of an account, name of anything else, where only one has it */
        id: string;
        /** `applicationInstanceId`: where an `id` is looked up that is no global id. Others do not count */
        properties?: {
          /** Where the `id` is looked up */
          applicationInstanceId?: string;
          [name: string]: unknown;
        };
        [name: string]: unknown;
      };
      /** What would be done */
      action: {
        /** `create`, `read`, `update`, `delete`, `execute`, `share`, `privileged`; `member` of a group, role or permission set; anything else is the source’s own name of a permission (`fineGrainedSpecifiers`) */
        name: string;
        [name: string]: unknown;
      };
      /** Only the `type` counts: objects of this type are found */
      resource: {
        /** Singular of the path of a collection: `account`, `person`, `user-group`, `resource-instance` */
        type: string;
        /** Does not count */
        id?: string;
        /** `applicationInstanceId`: where an `id` is looked up that is no global id. Others do not count */
        properties?: {
          /** Where the `id` is looked up */
          applicationInstanceId?: string;
          [name: string]: unknown;
        };
        [name: string]: unknown;
      };
      /** Does not count */
      context?: {
        [name: string]: unknown;
      };
      /** Which page of the results; left out: the first */
      page?: {
        /** `next_token` of the page before */
        token?: string;
        /** The same, as drafts of the specification call it */
        next_token?: string;
        /** Candidates of a page */
        limit?: number;
        [name: string]: unknown;
      };
      [name: string]: unknown;
    };
    ActionSearch: {
      /** Who would do it */
      subject: {
        /** Singular of the path of a collection: `account`, `person`, `user-group`, `resource-instance` */
        type: string;
        /** Global id; or local id, username or e-mail address of an account, name of anything else, where only one has it */
        id: string;
        /** `applicationInstanceId`: where an `id` is looked up that is no global id. Others do not count */
        properties?: {
          /** Where the `id` is looked up */
          applicationInstanceId?: string;
          [name: string]: unknown;
        };
        [name: string]: unknown;
      };
      /** With what it would be done */
      resource: {
        /** Singular of the path of a collection: `account`, `person`, `user-group`, `resource-instance` */
        type: string;
        /** Global id; or local id, username or e-mail address of an account, name of anything else, where only one has it */
        id: string;
        /** `applicationInstanceId`: where an `id` is looked up that is no global id. Others do not count */
        properties?: {
          /** Where the `id` is looked up */
          applicationInstanceId?: string;
          [name: string]: unknown;
        };
        [name: string]: unknown;
      };
      /** Does not count */
      context?: {
        [name: string]: unknown;
      };
      /** Which page of the results; left out: the first */
      page?: {
        /** `next_token` of the page before */
        token?: string;
        /** The same, as drafts of the specification call it */
        next_token?: string;
        /** Candidates of a page */
        limit?: number;
        [name: string]: unknown;
      };
      [name: string]: unknown;
    };
    DownloadCreation: {
      /** What is exported; `docs/reference/exports.md` has the columns of each */
      context: 'accessChanges' | 'accessInventoryIdentitiesV2' | 'accessInventoryEmployeesV2' | 'accessInventoryNhiV2' | 'accessInventoryAccounts' | 'accessInventoryApplicationAccountsV2' | 'accessInventoryApplicationInstancesV2' | 'accessInventoryGroupsV2' | 'accessInventoryRolesV2' | 'accessInventoryResourceInstancesV2' | 'identities' | 'employees' | 'employeeAccessInsights' | 'accountUtilization' | 'groupUtilizationAccounts' | 'risks' | 'risksV2' | 'riskMonitoringDetail' | 'activityAnalysis' | 'identityAssessmentRiskDownload' | 'identityAssessmentEntitlementUtilization' | 'identityAssessmentResourceInstanceUtilization' | 'identityAssessmentSimilarGroups' | 'ilmEmployeeEvents' | 'ilmWorkflowEmployeeEvents' | 'serviceUsers' | 'openGraph' | 'ldif' | 'vezaOaa';
      /** Answer from an earlier version. The number of a version (`warehouse-version`), or a date or time of ISO 8601 in the past: then the version that was in service at that time, which is the one published last before or at it; a date means its beginning in UTC. Versions are kept for `versions.keep` after they were replaced; a version that is no longer kept is 410 `VERSION_GONE`, with the versions that are in `details`. Default: the version in service */
      asOf?: string;
      /** For contexts that compare two versions: the earlier one, named like `asOf`. Default: the oldest that is kept. Other contexts do not take it */
      since?: string;
      /** Which rows, in which order and format; left out: all rows as CSV */
      params?: {
        /** All of them must hold */
        filterBy?: {
          /** Data type of the column */
          dataType: 'string' | 'number' | 'boolean' | 'timestamp' | 'enum';
          /** Name of a column of the context */
          field: string;
          /** Which of them are possible depends on the data type */
          filterType: 'eq' | 'ne' | 'in' | 'notIn' | 'contains' | 'notContains' | 'matches' | 'isNull' | 'isNotNull' | 'gt' | 'gte' | 'lt' | 'lte' | 'between' | 'last';
          /** What the column is compared with: as many values as the filter takes */
          values?: (string | number | boolean)[];
        }[];
        /** Order of the rows: by the first column, where that is equal by the second, and so on */
        sortBy?: {
          /** Name of a column of the context */
          field: string;
          /** Ascending or descending; rows without a value come last */
          sortType: 'asc' | 'desc';
        }[];
        /** Format of the file; default csv */
        format?: 'csv' | 'parquet' | 'jsonl';
      };
    };
    ListFilter: {
      /** Name of the field; a member of an object after a point: `objectMetadata.GeneratedTime` */
      field: string;
      /** Which of them are possible depends on the type of the field */
      filterType: 'eq' | 'ne' | 'in' | 'notIn' | 'contains' | 'notContains' | 'matches' | 'isNull' | 'isNotNull' | 'gt' | 'gte' | 'lt' | 'lte' | 'between' | 'last';
      /** What the field is compared with: as many values as the filter takes */
      values?: (string | number | boolean)[];
      /** The type of the field, as a check; may be left out */
      dataType?: 'string' | 'number' | 'boolean' | 'timestamp' | 'enum';
    };
    ClientCreation: {
      /** What it is for */
      name: string;
      /** What it may do; a client gives only scopes that it has */
      scopes: ('read' | 'annotate' | 'write' | 'admin')[];
      /** The only application instances that it may see; left out: all */
      applicationInstanceIds?: string[];
      /** Only with `applicationInstanceIds`: true lets the client also see all persons, and the fields of its objects that are computed from other application instances. Default: false */
      personData?: boolean;
    };
    SourceSync: {
      /** Read everything, even where reading only changes is possible; default false */
      full?: boolean;
    };
    SourcePush: {
      /** `true`: objects that the push does not bring are gone. `false`: only what it brings has changed */
      complete: boolean;
      /** Rows by the name that the description of the source gives them in `pushed` */
      rows: {
        [name: string]: unknown[];
      };
      /** For a push of several batches, of at most 1 MiB each; absent: this batch is the push */
      batch?: {
        /** Name of the push, the same in all of its batches; it can be used again 24 hours after the push was landed */
        of: string;
        /** From 1 */
        number: number;
        /** Whether the push ends with this batch */
        last: boolean;
      };
    };
    SourceCheck: {
      /** Name of the source. It never changes, because ids are derived from it */
      sourceId?: string;
      /** Its `type`, as `/v1/connectors` lists it */
      connector: string;
      /** As the connector describes them; variables of the environment cannot be named */
      settings: {
        [name: string]: unknown;
      };
    };
    SourceCreation: {
      /** Name of the source. It never changes, because ids are derived from it */
      sourceId: string;
      /** Its `type`, as `/v1/connectors` lists it */
      connector: string;
      /** As the connector describes them; variables of the environment cannot be named */
      settings: {
        [name: string]: unknown;
      };
      /** When to read it, as a cron expression */
      schedule?: string;
    };
    SourceUpload: {
      /** Name of the source. It never changes, because ids are derived from it */
      sourceId: string;
      /** Name of the file, which the description refers to */
      fileName: string;
      /** The file, a text in UTF-8 */
      content: string;
      /** The description in YAML: how a row becomes objects. Absent: it is guessed */
      description?: string;
      /** When to read the folder, as a cron expression */
      schedule?: string;
      /** `true`: the file takes the place of that of the source with this name, which was made of a file before. Without a description, the source keeps its own */
      replaces?: boolean;
    };
    AccountSelection: {
      /** Global ids of accounts, each once */
      ids: string[];
      /** Why the change is made. It is stored with the job */
      purpose?: string;
      /** How the job goes about its targets. The service keeps to it, whether or not the client stays. Absent: all at once */
      rollout?: {
        /** This many targets are changed before any other is begun */
        first?: number;
        /** The job stops when a target failed, and at least this percentage of those that have ended; 0: at the first failure. Judged after the `first` targets, and then after every 20, or as many as `first` if that is more */
        stopAtFailedPercent?: number;
        /** No target is begun before this time */
        notBefore?: string;
        /** No target is begun from this time on: the job stops */
        notAfter?: string;
        /** How many targets may be changed within an hour */
        perHour?: number;
      };
      /** The review whose reviewers decided to take this away from each of the accounts. It then names the job */
      review?: string;
    };
    RevertSelection: {
      /** Global ids of the only targets to undo, as results name them */
      targets?: string[];
    };
    UserGroupCreation: {
      /** Application instance that the group is made in */
      applicationInstanceId: string;
      /** Name of the group, which reaches the application as it is */
      groupName: string;
    };
    RiskAcceptanceCreation: {
      /** Why the violation is accepted */
      reason: string;
      /** When the acceptance ends: a time, or the last day in UTC */
      until: string;
    };
    ReviewerSearch: {
      /** Global ids of accounts, each once */
      ids: string[];
    };
    ReviewCreation: {
      /** What the review is about, for those who decide */
      title: string;
      /** Global ids of accounts, each once */
      ids: string[];
      /** What is done with an account that does not keep what is reviewed */
      operation: 'DisableAccount' | 'RemoveRole' | 'RemoveGroupMember';
      /** Global id of the role or group that an account keeps or loses; only for `RemoveRole` and `RemoveGroupMember` */
      containerId?: string;
      /** Until when reviewers may decide: a date (its whole day in UTC) or an ISO 8601 time, within a year */
      due: string;
      /** Who is asked about accounts for which nobody is known */
      substitute?: string;
    };
    Error: {
      /** Stable; branch on it */
      code: 'BAD_REQUEST' | 'QUERY_PARSE_ERROR' | 'QUERY_LIMIT_EXCEEDED' | 'UNAUTHORIZED' | 'SESSION_ENDED' | 'FORBIDDEN' | 'LINK_INVALID' | 'LINK_EXPIRED' | 'NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'NOT_ACCEPTABLE' | 'NAME_CONFLICT' | 'IDEMPOTENCY_KEY_REUSED' | 'VERSION_CONFLICT' | 'JOB_NOT_REVERTIBLE' | 'REVERT_WINDOW_CLOSED' | 'ALREADY_REVERTED' | 'JOB_NOT_CANCELLABLE' | 'JOB_NOT_APPROVABLE' | 'JOB_NOT_VISIBLE' | 'OPERATION_NOT_SUPPORTED' | 'WRITE_NOT_CONFIGURED' | 'GUARD_REFUSED' | 'OBJECT_NOT_REMOVABLE' | 'RISK_NOT_ACCEPTABLE' | 'REVIEW_ENDED' | 'REVIEW_DIFFERS' | 'KEY_ROTATION_PENDING' | 'SOURCE_NOT_HELD_BACK' | 'PUSH_CONFLICT' | 'VERSION_GONE' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'RANGE_NOT_SATISFIABLE' | 'TOO_MANY_REQUESTS' | 'INTERNAL_ERROR' | 'NOT_IMPLEMENTED' | 'SERVICE_UNAVAILABLE';
      /** For people */
      message: string;
      /** Free-form context */
      details?: Record<string, unknown>;
      /** Nested causes, of `QUERY_PARSE_ERROR` */
      reasons?: {
        /** Stable; branch on it */
        code: 'SYNTAX_ERROR' | 'MUTATION_NOT_ALLOWED' | 'MULTIPLE_STATEMENTS' | 'UNKNOWN_TABLE' | 'UNKNOWN_COLUMN' | 'FUNCTION_NOT_ALLOWED' | 'TYPE_ERROR' | 'MISSING_PARAMETER' | 'UNKNOWN_PARAMETER' | 'ENGINE_FAILED';
        /** For people */
        message: string;
      }[];
    };
  };
  responses: {
    Error400: {
      headers: { [name: string]: unknown };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    Error401: {
      headers: { [name: string]: unknown };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    Error403: {
      headers: { [name: string]: unknown };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    Error404: {
      headers: { [name: string]: unknown };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    Error406: {
      headers: { [name: string]: unknown };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    Error408: {
      headers: { [name: string]: unknown };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    Error409: {
      headers: { [name: string]: unknown };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    Error410: {
      headers: { [name: string]: unknown };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    Error413: {
      headers: { [name: string]: unknown };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    Error415: {
      headers: { [name: string]: unknown };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    Error416: {
      headers: { [name: string]: unknown };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    Error417: {
      headers: { [name: string]: unknown };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    Error429: {
      headers: { [name: string]: unknown };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    Error431: {
      headers: { [name: string]: unknown };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    Error500: {
      headers: { [name: string]: unknown };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    Error501: {
      headers: { [name: string]: unknown };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
    Error503: {
      headers: { [name: string]: unknown };
      content: {
        'application/json': components['schemas']['Error'];
      };
    };
  };
}
