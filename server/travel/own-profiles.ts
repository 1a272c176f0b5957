/**
 * Profiles that the operator defines: vehicles that differ from a built-in profile in size, load or emissions
 * (`docs/profiles.md`).
 *
 * Maps are built for them as for the five built-in profiles, so that a tall truck has its own roads, islands and ends
 * of trips. Where there is no map, their costs are the estimates of the built-in profile that they are based on.
 */
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { FAULT_COUNT_MAX, parseJson, schemaFaults } from './file-faults.js';
import { DEFAULT_PROFILE, PROFILES, type Profile } from './profiles.js';

/** Each profile adds a network to every map. */
const OWN_PROFILE_COUNT_MAX = 20;
const NAME_LENGTH_MAX = 32;
const OWN_PROFILE_PATTERN = `^[a-z][a-z0-9_]{0,${NAME_LENGTH_MAX - 1}}$`;

/** Signs that limit the size of vehicles apply only to these profiles. */
const SIZED_PROFILES = ['car', 'van', 'truck'] as const;
const MEASURES = ['height', 'width', 'length', 'weight', 'axle_load'] as const;

const measure = Type.Optional(Type.Number({ minimum: 0.1, maximum: 1000 }));
const profilesFileSchema = Type.Object(
  {
    profiles: Type.Array(
      Type.Object(
        {
          name: Type.String({ pattern: OWN_PROFILE_PATTERN }),
          type: Type.Enum([...SIZED_PROFILES]),
          height: measure,
          width: measure,
          length: measure,
          weight: measure,
          axle_load: measure,
          hazmat: Type.Optional(Type.Boolean()),
          low_emission_zones: Type.Optional(Type.Enum(['avoid', 'allowed'])),
        },
        { additionalProperties: false },
      ),
      { maxItems: OWN_PROFILE_COUNT_MAX },
    ),
  },
  { additionalProperties: false },
);
type FileEntry = Static<typeof profilesFileSchema>['profiles'][number];

const validator = Compile(profilesFileSchema);

/** The built-in profile that each of the operator's profiles is based on, by name. */
export type OwnProfiles = ReadonlyMap<string, Profile>;

export type OwnProfilesOutcome =
  | {
      kind: 'ok';
      types: OwnProfiles;
      /** In the notation of the core: `semitrailer=truck:length=16.5:hazmat`. */
      roadUsers: readonly string[];
    }
  | { kind: 'bad'; problems: readonly string[] };

export function parseOwnProfiles(text: string): OwnProfilesOutcome {
  const parsed = parseJson(text);
  if ('fault' in parsed) return { kind: 'bad', problems: [parsed.fault] };
  const { value } = parsed;
  if (!validator.Check(value)) return { kind: 'bad', problems: schemaFaults(validator, value) };
  const problems: string[] = [];
  const types = new Map<string, Profile>();
  value.profiles.forEach(({ name, type }, idx) => {
    const isTaken = types.has(name) || PROFILES.some((profile) => profile === name);
    if (isTaken) problems.push(`/profiles/${idx}/name: there is a profile ${name} already`);
    types.set(name, type);
  });
  if (problems.length > 0) return { kind: 'bad', problems: problems.slice(0, FAULT_COUNT_MAX) };
  return { kind: 'ok', types, roadUsers: value.profiles.map(roadUserOf) };
}

function roadUserOf(entry: FileEntry): string {
  const measures = MEASURES.flatMap((name) => {
    const value = entry[name];
    return value === undefined ? [] : [`${name}=${value}`];
  });
  const load = entry.hazmat === true ? ['hazmat'] : [];
  const zones = entry.low_emission_zones === 'avoid' ? ['avoid_low_emission_zones'] : [];
  return [`${entry.name}=${entry.type}`, ...measures, ...load, ...zones].join(':');
}

/** The schema of `vehicle.profile` in requests. */
export const ownProfileSchema = Type.String({
  pattern: OWN_PROFILE_PATTERN,
  description:
    'A profile that the operator has defined, for example for another vehicle size. Replaces `type`.',
});

export const OWN_PROFILE_PATTERN_NAME = { [OWN_PROFILE_PATTERN]: 'the name of a profile' };

type Vehicle = { profile?: string | undefined; type?: Profile | undefined };

/** Returns the profile whose roads a vehicle uses, by its name in maps. */
export function roadProfileOf({ profile, type }: Vehicle): string {
  return profile ?? type ?? DEFAULT_PROFILE;
}

/** Returns the built-in profile that a vehicle is based on. Its own profile, if any, must exist. */
export function profileTypeOf({ profile, type }: Vehicle, own: OwnProfiles): Profile {
  return (profile === undefined ? type : own.get(profile)) ?? DEFAULT_PROFILE;
}

export type OwnProfileFault = {
  field: 'profile' | 'type';
  code: 'unknown_profile' | 'not_allowed';
  comment: string;
};

/** Returns the fault in the profile of a vehicle, if there is one. */
export function ownProfileFault(
  { profile, type }: Vehicle,
  own: OwnProfiles,
): OwnProfileFault | undefined {
  if (profile === undefined) return undefined;
  const ownType = own.get(profile);
  if (ownType === undefined) {
    const names = [...own.keys()];
    const known = names.length === 0 ? 'It has none' : `It has ${names.join(', ')}`;
    const comment = `The service has no profile of this name. ${known}; for car, van, truck, bicycle and foot write type.`;
    return { field: 'profile', code: 'unknown_profile', comment };
  }
  if (type === undefined || type === ownType) return undefined;
  const comment = `The profile ${profile} is a ${ownType}. Leave type out.`;
  return { field: 'type', code: 'not_allowed', comment };
}
