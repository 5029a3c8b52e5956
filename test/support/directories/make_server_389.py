# Makes and starts an instance of 389 Directory Server, as `dscreate` does, but without systemd and with its files in a folder.
# Arguments: name of the instance, folder, port, suffix.
import logging
import os
import sys

from lib389 import DirSrv
from lib389.instance.options import General2Base, Slapd2Base
from lib389.instance.setup import SetupDs

name, folder, port, suffix = sys.argv[1:]
log = logging.getLogger("setup")
DirSrv.with_systemd = lambda server: False

general = General2Base(log)
general.set("strict_host_checking", False)
general.set("full_machine_name", "localhost")
general.set("selinux", False)
general.verify()
slapd = Slapd2Base(log)
slapd.set("instance_name", name)
slapd.set("root_password", "managersecret")
slapd.set("port", int(port))
slapd.set("self_sign_cert", False)
slapd.set("user", "root")
slapd.set("group", "root")
for kind in ["cert", "db", "db_home", "backup", "ldif", "lock", "log", "run", "tmp"]:
    slapd.set(f"{kind}_dir", os.path.join(folder, kind))
slapd.set("ldapi", os.path.join(folder, "socket"))
slapd.verify()
backend = {"cn": "userroot", "nsslapd-suffix": suffix}
if not SetupDs(False, False, log).create_from_args(general.collect(), slapd.collect(), [backend]):
    sys.exit("the instance was not made")
