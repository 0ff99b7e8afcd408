<?php
/**
 * As much of WordPress as the tests of the plugin need: options, hooks and users in memory.
 *
 * @package ServiceConnector
 */

namespace {
	define( 'MINUTE_IN_SECONDS', 60 );

	final class Memory {
		/** @var array */
		public static $options = array();

		/** What another process has stored meanwhile: seen once the caches are dropped. @var array */
		public static $stored = array();

		/** @var callable[][] */
		public static $actions = array();

		/** Roles by id of a user. @var string[][] */
		public static $users = array();

		/** By id. @var WP_Post[] */
		public static $posts = array();

		/** Options that every page loads, as they are stored. @var string[] */
		public static $autoloaded = array();

		/** Of one request. @var array[] */
		public static $cache = array();

		/** Whether caches outlive a request. @var bool */
		public static $has_cache = false;

		/** @var string */
		public static $environment = 'production';
	}

	final class WP_Error {
		/** @var string */
		public $code;

		/** @var int */
		public $status;

		public function __construct( string $code, string $message, array $data ) {
			$this->code   = $code;
			$this->status = $data['status'];
		}
	}

	final class WP_Post {
		/** @var string */
		public $post_type;

		/** @var int */
		public $post_parent = 0;

		public function __construct( string $type, int $parent = 0 ) {
			$this->post_type   = $type;
			$this->post_parent = $parent;
		}
	}

	final class WP_REST_Request {
		/** @var array */
		private $query;

		/** @var string|null */
		private $key;

		public function __construct( array $query, ?string $key ) {
			$this->query = $query;
			$this->key   = $key;
		}
		public function get_header( string $name ): ?string {
			return 'X-Service-Connector-Key' === $name ? $this->key : null;
		}
		public function get_param( string $name ) {
			return isset( $this->query[ $name ] ) ? $this->query[ $name ] : null;
		}
	}

	final class WP_REST_Response {
		/** @var array */
		public $data;

		/** @var int */
		public $status;

		/** @var string[] */
		public $headers;

		public function __construct( array $data, int $status, array $headers ) {
			$this->data    = $data;
			$this->status  = $status;
			$this->headers = $headers;
		}
	}

	function get_option( $name, $fallback = false ) {
		return isset( Memory::$options[ $name ] ) ? Memory::$options[ $name ] : $fallback;
	}
	function wp_load_alloptions() {
		return Memory::$autoloaded;
	}
	function maybe_unserialize( $text ) {
		return @unserialize( $text );
	}
	function wp_using_ext_object_cache() {
		return Memory::$has_cache;
	}
	function wp_cache_add( $key, $value, $group ) {
		Memory::$cache[ $group ][ $key ] = $value;
	}
	function update_option( $name, $value, $autoload = null ) {
		Memory::$options[ $name ] = $value;
		unset( Memory::$autoloaded[ $name ] );
		if ( $autoload ) {
			Memory::$autoloaded[ $name ] = serialize( $value );
		}
	}
	function wp_cache_delete( $name, $group = '' ) {
		unset( Memory::$cache[ $group ][ $name ] );
		if ( isset( Memory::$stored[ $name ] ) ) {
			Memory::$options[ $name ] = Memory::$stored[ $name ];
		}
	}
	function add_action( $hook, $callback ) {
		Memory::$actions[ $hook ][] = $callback;
	}
	function add_filter( $hook, $callback ) {
		add_action( $hook, $callback );
	}
	function has_action( $hook, $callback ) {
		return isset( Memory::$actions[ $hook ] ) && in_array( $callback, Memory::$actions[ $hook ], true );
	}
	function do_action( $hook, ...$arguments ) {
		foreach ( isset( Memory::$actions[ $hook ] ) ? Memory::$actions[ $hook ] : array() as $callback ) {
			$callback( ...$arguments );
		}
	}
	function get_userdata( $id ) {
		return isset( Memory::$users[ $id ] ) ? (object) array( 'roles' => Memory::$users[ $id ] ) : false;
	}
	function get_post( $id ) {
		return isset( Memory::$posts[ $id ] ) ? Memory::$posts[ $id ] : null;
	}
	function untrailingslashit( $text ) {
		return rtrim( $text, '/' );
	}
	function wp_get_environment_type() {
		return Memory::$environment;
	}
	function wp_is_uuid( $text ) {
		return 1 === preg_match( '/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/', $text );
	}
	function wp_generate_uuid4() {
		return '11111111-2222-4333-8444-555555555555';
	}
	function wp_timezone_string() {
		return 'Europe/Berlin';
	}
	function get_current_blog_id() {
		return 1;
	}
}

namespace ServiceConnector\Testing {
	$GLOBALS['wp_version'] = '6.2';

	/** A link of this shop. */
	function link_of( string $shop = 'https://shop.example' ): array {
		return array(
			'connection_id'       => 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee',
			'widget_token'        => 'sca_token',
			'connectivity_secret' => str_repeat( 'l', 64 ),
			'webhook_secret'      => 'secret',
			'user_id'             => 1,
			'service'             => 'https://sync.example',
			'shop'                => $shop,
			'environment'         => 'production',
			'key_id'              => 1,
			'webhooks'            => array( 'order.created' => 5 ),
		);
	}
}
