# The oracle of collections by SharpHound: reads the archive with Python alone and follows the edges as BloodHound documents them
# (bloodhound.specterops.io/resources/edges). Writes JSON: counts of objects and rights, effective members of each group, and for each
# account how many others it can act as.
import json
import sys
import zipfile
from collections import defaultdict

import networkx

objects, kinds, counts = {}, {}, defaultdict(int)
rights, members = set(), defaultdict(set)
with zipfile.ZipFile(sys.argv[1]) as archive:
    for name in archive.namelist():
        document = json.loads(archive.read(name).decode("utf-8-sig"))
        kind = document["meta"]["type"]
        for item in document["data"]:
            sid = item["ObjectIdentifier"].upper()
            if item.get("IsDeleted"):
                continue
            if sid not in objects or item["Properties"].get("distinguishedname"):
                if sid in objects and objects[sid]["Properties"].get("distinguishedname"):
                    pass
                else:
                    objects[sid] = item
            kinds.setdefault(sid, kind)
            for ace in item.get("Aces") or []:
                rights.add((ace["PrincipalSID"].upper(), ace["RightName"], sid))
            for member in item.get("Members") or []:
                members[sid].add(member["ObjectIdentifier"].upper())
            if item.get("PrimaryGroupSID"):
                members[item["PrimaryGroupSID"].upper()].add(sid)
            for group in item.get("LocalGroups") or []:
                for member in group["Results"]:
                    members[group["ObjectIdentifier"].upper()].add(member["ObjectIdentifier"].upper())
for sid, kind in kinds.items():
    counts[kind] += 1

# Authenticated Users and Everyone are not stored (as BloodHound links them).
for sid in [sid for sid in kinds if sid.endswith("-S-1-5-11")]:
    domain = objects[sid]["Properties"]["domainsid"]
    members[sid] |= {f"{domain}-{rid}" for rid in (513, 515, 516, 521)} & set(kinds)
    everyone = sid.replace("-S-1-5-11", "-S-1-1-0")
    if everyone in kinds:
        members[everyone].add(sid)

holding = networkx.DiGraph()
holding.add_nodes_from(members)
for group, inside in members.items():
    for member in inside:
        holding.add_edge(group, member)
accounts = {sid for sid, kind in kinds.items() if kind in ("users", "computers")}
effective = {group: sorted(networkx.descendants(holding, group) & accounts) for group in members}

# What follows from a right: a node to go on with.
graph = networkx.DiGraph()
graph.add_nodes_from(accounts)
for group, inside in members.items():
    for member in inside:
        graph.add_edge(("holds", member) if member not in accounts else member, ("holds", group))
node = lambda sid: sid if sid in accounts else ("holds", sid)
CONTROL = {"GenericAll", "WriteDacl", "WriteOwner", "Owns"}
OVER = {
    "users": CONTROL | {"GenericWrite", "AllExtendedRights", "ForceChangePassword", "AddKeyCredentialLink", "ReadGMSAPassword"},
    "computers": CONTROL | {"GenericWrite", "AddKeyCredentialLink", "AddAllowedToAct", "WriteAccountRestrictions", "ReadLAPSPassword"},
    "groups": CONTROL | {"GenericWrite", "AddMember", "AddSelf"},
}
links = defaultdict(set)
for sid, item in objects.items():
    for link in item.get("Links") or []:
        links[link["GUID"].upper()].add(sid)
    parent = (item.get("ContainedBy") or {}).get("ObjectIdentifier")
    domain = item["Properties"].get("domainsid")
    inside = node(sid) if kinds[sid] in ("users", "computers", "groups") else None
    if parent and not item.get("IsACLProtected"):
        graph.add_edge(("inherits", parent), inside or ("inherits", sid))
    if kinds[sid] in ("users", "computers"):
        graph.add_edge(("all", parent if parent in kinds else domain), sid)
    if kinds[sid] in ("ous", "containers"):
        graph.add_edge(("all", parent), ("all", sid))
both = defaultdict(lambda: defaultdict(set))
for principal, right, sid in rights:
    kind = kinds[sid]
    if right in OVER.get(kind, ()):
        graph.add_edge(node(principal), node(sid))
    if kind == "computers" and right == "AllExtendedRights" and objects[sid]["Properties"].get("haslaps"):
        graph.add_edge(node(principal), sid)
    if kind in ("ous", "containers") and right in CONTROL:
        graph.add_edge(node(principal), ("inherits", sid))
    if kind == "domains" and right in CONTROL | {"AllExtendedRights", "GenericWrite", "WriteGPLink"}:
        graph.add_edge(node(principal), ("all", sid))
        if right in CONTROL:
            graph.add_edge(node(principal), ("inherits", sid))
    if kind == "ous" and right in ("GenericWrite", "WriteGPLink"):
        graph.add_edge(node(principal), ("all", sid))
    if kind == "gpos" and right in CONTROL | {"GenericWrite"}:
        for linked in links[sid]:
            graph.add_edge(node(principal), ("all", linked))
    if right in ("GetChanges", "GetChangesAll"):
        both[sid][right] |= {principal} | set(networkx.descendants(holding, principal) if principal in holding else ())
for domain, by in both.items():
    for account in by["GetChanges"] & by["GetChangesAll"] & accounts:
        graph.add_edge(account, ("all", domain))
for sid, item in objects.items():
    properties = item["Properties"]
    if properties.get("unconstraineddelegation"):
        graph.add_edge(sid, ("all", properties["domainsid"]))
    for other in (item.get("AllowedToDelegate") or []) + (item.get("HasSIDHistory") or []) + (item.get("DumpSMSAPassword") or []):
        graph.add_edge(sid, other["ObjectIdentifier"])
    for other in item.get("AllowedToAct") or []:
        graph.add_edge(node(other["ObjectIdentifier"]), sid)
    for part in ("Sessions", "PrivilegedSessions", "RegistrySessions"):
        for session in (item.get(part) or {}).get("Results", []):
            graph.add_edge(session["ComputerSID"], session["UserSID"])
    for group in item.get("LocalGroups") or []:
        if group["ObjectIdentifier"].endswith("-544"):
            graph.add_edge(("holds", group["ObjectIdentifier"]), sid)
    for admin in (item.get("GPOChanges") or {}).get("LocalAdmins", []):
        for computer in item["GPOChanges"]["AffectedComputers"]:
            graph.add_edge(node(admin["ObjectIdentifier"]), computer["ObjectIdentifier"])
disabled = {sid for sid in accounts if objects[sid]["Properties"].get("enabled") is False}
graph.remove_edges_from([(start, end) for start, end in list(graph.edges) if start in disabled])
radius = {sid: len((networkx.descendants(graph, sid) & accounts) - {sid}) for sid in accounts}
counts["gplinks"] = sum(len({link["GUID"] for link in item.get("Links") or []}) for item in objects.values())
print(json.dumps({"counts": counts, "rights": len(rights), "effective": effective, "radius": radius}))
