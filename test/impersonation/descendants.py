# The oracle of impersonation: networkx, a library that is not ours. Reads one graph per line as JSON, {"nodes": […], "edges":
# [[from, to], …]}, and writes for each a line with the number of descendants of each node.
import json
import sys

import networkx

for line in sys.stdin:
    given = json.loads(line)
    graph = networkx.DiGraph()
    graph.add_nodes_from(given["nodes"])
    graph.add_edges_from(given["edges"])
    print(json.dumps({node: len(networkx.descendants(graph, node)) for node in given["nodes"]}))
