# The oracle of effective access: reachability by networkx, a library that is not ours. It reads graphs (see graph.ts) by name as
# JSON and writes, for each, the rows [account, object, permissions] of all access that is left after denials.
import json
import sys

import networkx

BITS = {"isRead": 2, "isUpdate": 4, "isDelete": 8, "isPrivileged": 64}


def bits(grant, permissions):
    named = sum(BITS[name] for name in permissions)
    if grant.get("isDenial"):
        return named if named else 255
    return named if named & ~64 else named | 128


def rows(graph):
    members = networkx.DiGraph()
    members.add_nodes_from(graph["accounts"] + graph["containers"])
    members.add_edges_from(graph["memberships"])
    folders = networkx.DiGraph()
    folders.add_nodes_from(graph["resources"] + graph["containers"])
    folders.add_edges_from((parent, child) for child, parent in graph["containments"])
    held = {}
    for grant in graph["grants"]:
        if grant.get("isDisabled") or (grant.get("isDenial") and grant.get("isConditional")):
            continue
        held.setdefault(grant["holder"], []).append(grant)
    contents = {node: {node} | networkx.descendants(folders, node) for node in folders}

    def places(grant):
        yield grant["object"], bits(grant, grant["permissions"])
        for place in contents[grant["object"]] - {grant["object"]}:
            if "onContents" in grant:
                named = [part for part in grant["onContents"] if str(int(place[-1]) % 3) in part["classes"]]
                if named:
                    yield place, bits(grant, named[0]["permissions"])
            elif not grant.get("isOnlyHere"):
                yield place, bits(grant, grant["permissions"])

    for account in graph["accounts"]:
        containers = networkx.descendants(members, account)
        own = [grant for holder in containers | {account} for grant in held.get(holder, [])]
        denied = {}
        for grant in own:
            if grant.get("isDenial"):
                for place, named in places(grant):
                    denied[place] = denied.get(place, 0) | named
        left = {container: 256 for container in containers}
        for grant in own:
            if not grant.get("isDenial"):
                for place, named in places(grant):
                    rest = named & ~denied.get(place, 0)
                    if rest & ~64:
                        left[place] = left.get(place, 0) | rest
        for place, permissions in left.items():
            yield [account, place, permissions]


graphs = json.load(sys.stdin)
json.dump({name: sorted(rows(graph)) for name, graph in graphs.items()}, sys.stdout)
