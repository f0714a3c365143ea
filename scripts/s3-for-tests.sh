#!/usr/bin/env bash
# A server of S3 for tests: OpenStack Swift with s3api, of Debian's packages, as root, without systemd.
#   s3-for-tests.sh install   gets the packages: 20 s to 2 minutes
#   s3-for-tests.sh up        starts it and prints a TEST_S3_URL; fails where the packages are missing
#   s3-for-tests.sh down      ends it and removes its files
set -euo pipefail
dir=${TMPDIR:-/tmp}/overlook-s3
port=${S3_PORT:-8385}

start() { # name, command…
  local name=$1; shift
  PYTHONWARNINGS=ignore setsid nohup "$@" >"$dir/log/$name" 2>&1 </dev/null &
  echo $! >"$dir/run/$name"
}

storage() { # kind, port
  ( cd "$dir/etc"
    swift-ring-builder "$1.builder" create 4 1 0
    swift-ring-builder "$1.builder" add --region 1 --zone 1 --ip 127.0.0.1 --port "$2" --device d1 --weight 1
    swift-ring-builder "$1.builder" rebalance || [ $? = 1 ] ) >/dev/null
  cat >"$dir/etc/$1.conf" <<CONF
[DEFAULT]
swift_dir = $dir/etc
devices = $dir/node
mount_check = false
bind_ip = 127.0.0.1
bind_port = $2
user = root
workers = 1
disable_fallocate = true
log_udp_host =
log_level = WARNING
[pipeline:main]
pipeline = $1-server
[app:$1-server]
use = egg:swift#$1
CONF
  start "$1" "swift-$1-server" "$dir/etc/$1.conf"
}

proxy() {
  printf '[swift-hash]\nswift_hash_path_prefix = test\nswift_hash_path_suffix = test\n' >"$dir/etc/swift.conf"
  printf '[storage-policy:0]\nname = only\ndefault = yes\n' >>"$dir/etc/swift.conf"
  cat >"$dir/etc/proxy.conf" <<CONF
[DEFAULT]
swift_dir = $dir/etc
bind_ip = 127.0.0.1
bind_port = $port
user = root
workers = 1
log_level = WARNING
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
node_timeout = 30
conn_timeout = 5
error_suppression_interval = 1
error_suppression_limit = 1000
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
s3_acl = false
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:$((port + 4))
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:slo]
use = egg:swift#slo
CONF
  start proxy swift-proxy-server "$dir/etc/proxy.conf"
}

listens() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

up() {
  command -v swift-proxy-server memcached >/dev/null || exit 1
  # Another run of tests on this machine has it.
  ! listens "$port" || exit 1
  down
  mkdir -p "$dir"/{etc,log,run,node/d1}
  start memcached memcached -u root -l 127.0.0.1 -p $((port + 4)) -m 64 -U 0
  storage account $((port + 1)); storage container $((port + 2)); storage object $((port + 3))
  proxy
  local try
  for ((try = 0; try < 100; try++)); do
    if listens "$port" && listens $((port + 1)) && listens $((port + 2)) && listens $((port + 3)); then
      echo "s3://overlook-tests/unit?endpoint=http://127.0.0.1:$port"
      return
    fi
    sleep 0.2
  done
  tail -n 5 "$dir"/log/* >&2; down; exit 1
}

down() {
  local file
  for file in "$dir"/run/*; do [ ! -e "$file" ] || kill -KILL -- "-$(cat "$file")" 2>/dev/null || true; done
  rm -rf "$dir"
}

install() {
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    swift-proxy swift-account swift-container swift-object memcached
}

case ${1:-} in install) install ;; up) up ;; down) down ;; *) sed -n '2,5p' "$0"; exit 2 ;; esac
