// Reads and validates the agreement in the form of a new game, as the server does (`scoring/forms/agreements.py`).
// Pure.

// Optional whole numbers from 1: the field, the greatest number, and the name of the error message.
const LIMITS = [["rounds", 1000, "noRounds"], ["lead", 1e6, "noLead"], ["floor", 1e6, "noFloor"], ["time_limit", 1000, "noTimeLimit"]];

const isNumber = (typed, most) => /^\s*\d{1,7}\s*$/.test(typed ?? "") && typed >= 1 && typed <= most;

const extraCall = (sent) => (sent.get("extra_call") ?? "").trim().replaceAll(/\s+/g, " ");

const isPreset = (sent) => !["own", "", undefined].includes(sent.get("preset"));

// The errors of the agreement: a Map from the field to the name of its message.
export const validateAgreement = (sent) => {
  const refused = new Map();
  if (isPreset(sent)) return refused;
  const target = sent.get("target") === "other" ? "other_target" : "target";
  const hasTarget = sent.get("target") !== "none";
  if (hasTarget && !isNumber(sent.get(target), 1e6)) refused.set(target, "noTarget");
  for (const [field, most, word] of LIMITS) {
    if (sent.get(field)?.trim() && !isNumber(sent.get(field), most)) refused.set(field, word);
  }
  if ([...extraCall(sent)].length > 20) refused.set("extra_call", "noExtraCall");
  const ends = hasTarget || sent.get("rounds")?.trim() || sent.get("lead")?.trim();
  if (!ends) refused.set("target", "noEnd");
  return refused;
};

const optional = (typed) => (typed?.trim() ? Number(typed) : null);

// The agreement of these fields: the agreement of the preset, from `presets` by its name, or own rules.
export const readAgreement = (sent, presets = {}) => (isPreset(sent) ? presets[sent.get("preset")] : ownRules(sent));

const ownRules = (sent) => ({
  target: sent.get("target") === "none" ? null : Number(sent.get(sent.get("target") === "other" ? "other_target" : "target")),
  fixed_rounds: optional(sent.get("rounds")),
  lead: optional(sent.get("lead")),
  floor: optional(sent.get("floor")),
  tie: sent.get("tie"),
  grand: sent.has("grand"),
  calls_per_team: sent.get("calls_per_team") || (sent.has("one_call_per_team") ? "one" : "any"),
  double_win: Number(sent.get("double_win") || 200),
  failed_calls: sent.get("failed_calls") || "minus",
  dragon_keeps_last_trick: sent.has("dragon_keeps_last_trick"),
  time_limit: optional(sent.get("time_limit")),
  extra_call: extraCall(sent),
  extra_call_points: extraCall(sent) ? Number(sent.get("extra_call_points") || 400) : 0,
  extra_call_until: (extraCall(sent) && sent.get("extra_call_until")) || "first_look",
});
